/** The 24/7 hotline of customer service. */
export const contactPhone = '+86 21 0000 0731'

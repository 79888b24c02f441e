/** Home of this app: the employees' in its own build, else the travellers'. */
export const homePath = import.meta.env.MODE === 'crew' ? '/crew' : '/'

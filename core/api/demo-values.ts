/** Default for HANDSFREE_STATIC_KEY. Production refuses to start with it. */
export const demoStaticKey = 'handsfree-demo-static-key'

/** PIN of the demo's site workers on shared tablets. */
export const demoPin = '2580'

/** Token of a demo employee, such as `operator`, `courier-0731` or `site-<siteId>`. Unknown in production. */
export const demoToken = (employeeId: string): string => `demo-${employeeId}-token`

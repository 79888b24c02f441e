/** Key that signs the calls for secrets where HANDSFREE_STATIC_KEY is not set. Production does not start on it. */
export const demoStaticKey = 'handsfree-demo-static-key'

/** Token of a demo employee, such as `operator`, `courier-0731` or `site-<siteId>`. Production knows none of them. */
export const demoToken = (employeeId: string): string => `demo-${employeeId}-token`

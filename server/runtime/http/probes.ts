/** Routes that supervisors and proxies ask every second. */
export const probes: ReadonlySet<string> = new Set(['/health', '/ready', '/ready/instance'])

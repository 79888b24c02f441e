/** Polled every second by supervisors and proxies. */
export const probes: ReadonlySet<string> = new Set(['/health', '/ready', '/ready/instance'])

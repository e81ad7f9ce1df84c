declare module '@mdn/mdn-http-observatory' {
  /** `site` is a host, optionally with port and path. */
  export function scan(site: string): Promise<{
    scan: { grade: string; score: number; testsFailed: number; testsPassed: number }
    tests: Record<string, { pass: boolean; result: string }>
  }>
}

declare module '@mdn/mdn-http-observatory/src/analyzer/hsts.js' {
  export function hsts(): Map<string, { mode: 'force-https'; includeSubDomains: boolean }>
}

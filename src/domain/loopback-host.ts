const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/** Whether a host of a URL, or an address, is this machine's own. Names are not looked up. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host)
}

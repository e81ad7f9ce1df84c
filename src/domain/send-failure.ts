/** Why a delivery attempt got no response, independent of the HTTP client's error codes. */
export type SendFailure =
  | 'timeout'
  | 'address_not_allowed'
  | 'name_not_found'
  | 'connection_refused'
  | 'connection_closed'
  | 'connection_failed'
  | 'tls_failed'
  | 'invalid_response'
  | 'stopped'

const FAILURES: Record<string, SendFailure> = {
  address_not_allowed: 'address_not_allowed',
  ENOTFOUND: 'name_not_found',
  ENODATA: 'name_not_found',
  ESERVFAIL: 'name_not_found',
  EREFUSED: 'name_not_found',
  ETIMEOUT: 'name_not_found',
  EBADNAME: 'name_not_found',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  UND_ERR_SOCKET: 'connection_closed',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_response',
  EPROTO: 'tls_failed',
}

const TLS_CODE =
  /^(ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA)/

/** Maps an error of the connection or the HTTP parser to a `SendFailure`. */
export function sendFailure(error: unknown): SendFailure {
  const code = errorCode(error)
  if (isParserError(error, code)) return 'invalid_response'
  if (code === undefined) return 'connection_failed'
  return FAILURES[code] ?? (TLS_CODE.test(code) ? 'tls_failed' : 'connection_failed')
}

/** undici's HTTPParserError may lack a code. */
function isParserError(error: unknown, code = ''): boolean {
  return code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError')
}

function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

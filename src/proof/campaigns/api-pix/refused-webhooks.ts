/** Whether a webhook in JSON was answered with a 4xx: a bank may send no more. */
export function isRefused({ status }: Response, body: string): boolean {
  return status >= 400 && status < 500 && isJson(body)
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

/** Whether a webhook with a JSON body was answered with a 4xx, after which a bank may stop sending webhooks. */
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

import { request } from 'node:https'
import { chromium } from 'playwright'
import { CHROMIUM } from '../../testing/chromium.ts'
import { payByCard } from '../../testing/pay-by-card.ts'

interface Answered {
  status: number
  body: unknown
}

/** Calls the API through the proxy on this machine, and verifies its certificate. */
export function send(
  url: string,
  { ca, apiKey, body }: { ca: string; apiKey?: string; body?: object },
): Promise<Answered> {
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
  }
  const { hostname, pathname } = new URL(url)
  const to = { host: '127.0.0.1', servername: hostname, path: pathname, ca }
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const sent = request({ ...to, method, headers: { ...headers, host: hostname } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) }),
      )
    })
    sent.once('error', reject)
    sent.end(body === undefined ? '' : JSON.stringify(body))
  })
}

/** Pays by card in a browser, as a shopper does. The names under `example.test` resolve to this machine. */
export async function payInBrowser(url: string): Promise<void> {
  const here = `--host-resolver-rules=MAP *.example.test 127.0.0.1`
  const browser = await chromium.launch({ ...CHROMIUM, args: [...(CHROMIUM.args ?? []), here] })
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    await page.goto(url)
    await payByCard(page)
    await page.getByRole('heading', { name: 'Payment received' }).waitFor()
  } finally {
    await browser.close()
  }
}

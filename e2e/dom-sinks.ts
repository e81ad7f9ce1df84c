import { z } from 'zod'

/**
 * DOM XSS sinks: statements with an `element` of the document that turn a string into markup, code or a script's
 * address. `html`, `code` and `url` are the injected strings, each with a number of its own.
 */
const DOM_SINKS: Readonly<Record<string, string>> = {
  innerHTML: `element.innerHTML = html`,
  'innerHTML of a shadow root': `element.attachShadow({ mode: 'open' }).innerHTML = html`,
  'innerHTML of a template': `document.createElement('template').innerHTML = html`,
  outerHTML: `element.outerHTML = html`,
  insertAdjacentHTML: `element.insertAdjacentHTML('beforeend', html)`,
  setHTMLUnsafe: `element.setHTMLUnsafe(html)`,
  'setHTMLUnsafe of a shadow root': `element.attachShadow({ mode: 'open' }).setHTMLUnsafe(html)`,
  'Document.parseHTMLUnsafe': `Document.parseHTMLUnsafe(html)`,
  'document.write': `document.write(html)`,
  'document.writeln': `document.writeln(html)`,
  'DOMParser of HTML': `new DOMParser().parseFromString(html, 'text/html')`,
  'DOMParser of SVG': `new DOMParser().parseFromString(html, 'image/svg+xml')`,
  'Range.createContextualFragment': `document.createRange().createContextualFragment(html)`,
  'document.execCommand': `element.contentEditable = 'true'; element.focus(); document.execCommand('insertHTML', false, html)`,
  'iframe.srcdoc': `document.createElement('iframe').srcdoc = html`,
  'srcdoc as an attribute': `document.createElement('iframe').setAttribute('srcdoc', html)`,
  eval: `eval(code)`,
  'eval by another name': `(0, eval)(code)`,
  'new Function': `new Function(code)()`,
  'the constructor of a generator': `(function* () {}).constructor(code)().next()`,
  'the constructor of an async function': `return (async () => {}).constructor(code)()`,
  'setTimeout of a text': `setTimeout(code)`,
  'setInterval of a text': `setInterval(code, 1)`,
  'script.text': `document.createElement('script').text = code`,
  'script.textContent': `document.createElement('script').textContent = code`,
  'script.innerText': `document.createElement('script').innerText = code`,
  'a text in a script': `const script = document.createElement('script'); script.append(code); element.append(script)`,
  'a text in the script of a drawing': `const script = document.createElementNS('http://www.w3.org/2000/svg', 'script'); script.append(code); element.append(script)`,
  'script.src': `document.createElement('script').src = url`,
  'src of a script as an attribute': `document.createElement('script').setAttribute('src', url)`,
  'src of a script as a node': `const source = document.createAttribute('src'); source.value = url; document.createElement('script').setAttributeNode(source)`,
  'href of the script of a drawing': `document.createElementNS('http://www.w3.org/2000/svg', 'script').setAttribute('href', url)`,
  'a handler as an attribute': `element.setAttribute('onclick', code); element.click()`,
  'object.data': `const object = document.createElement('object'); element.append(object); object.data = url`,
  'embed.src': `const embed = document.createElement('embed'); element.append(embed); embed.src = url`,
  Worker: `new Worker(url)`,
  SharedWorker: `new SharedWorker(url)`,
  'a service worker': `return navigator.serviceWorker.register(url)`,
  import: `return import(url)`,
  'import of data': `return import('data:text/javascript,' + code)`,
  'import of a blob': `return import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))`,
  'javascript: of location': `location.href = 'javascript:' + code`,
  'javascript: of a link': `const link = document.createElement('a'); link.href = 'javascript:' + code; element.append(link); link.click()`,
  'javascript: of a frame': `const frame = document.createElement('iframe'); frame.src = 'javascript:parent.' + code; element.append(frame)`,
  'javascript: of a new window': `open('javascript:' + code, '_self')`,
  'javascript: of a form': `const form = document.createElement('form'); form.action = 'javascript:' + code; element.append(form); form.submit()`,
  'a policy': `trustedTypes.createPolicy('x' + number, { createHTML: (text) => text })`,
  'a policy for all': `trustedTypes.createPolicy('default', { createScript: (text) => text })`,
}

/** Blocked by the frame's sandbox before any policy applies, hence without a report. */
const SILENT_IN_SANDBOX = [
  'javascript: of location',
  'javascript: of a new window',
  'javascript: of a form',
]

const Tried = z.object({
  refused: z.record(z.string(), z.array(z.string())),
  ran: z.boolean(),
})

type Evaluate = (expression: string) => Promise<unknown>

/** Tries all sinks in the page and in the card's frame; each must be blocked and reported. */
export async function trySinks(inPage: Evaluate, inFrame: Evaluate) {
  const page = judge(await inPage(domSinkScript()))
  const frame = judge(await inFrame(domSinkScript()), { isSandboxed: true })
  return {
    faults: { page: page.faults, card_frame: frame.faults },
    /** The number of reported violations. */
    refused: { page: page.count, card_frame: frame.count },
  }
}

/** The sinks that were not blocked as expected, and the number of violations. */
function judge(answer: unknown, { isSandboxed = false } = {}) {
  const { refused, ran } = Tried.parse(answer)
  const faults = Object.keys(DOM_SINKS).flatMap((name) => {
    const reports = refused[name] ?? []
    const isSilent = reports.length === 0 && isSandboxed && SILENT_IN_SANDBOX.includes(name)
    return reports.length === 1 || isSilent ? [] : [`${name}: ${reports.join(', ')}`]
  })
  if (ran) faults.push('something ran')
  return { faults, count: Object.values(refused).flat().length }
}

/** An expression that tries every sink in turn. */
function domSinkScript(): string {
  const sinks = Object.entries(DOM_SINKS).map(
    ([name, run], index) =>
      `[${JSON.stringify(name)}, (element, html, code, url, number) => { ${run} }, ${index + 100}]`,
  )
  return `(${INJECT_ALL.toString()})([${sinks.join(', ')}])`
}

type Sink = (element: Element, html: string, code: string, url: string, number: number) => unknown

/** Runs in the document. */
const INJECT_ALL = async (sinks: readonly (readonly [string, Sink, number])[]) => {
  const refused: Record<string, string[]> = {}
  let violations: string[] = []
  let onReport = () => {}
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    violations.push(`${effectiveDirective} ${blockedURI} ${sample}`)
    onReport()
  })
  for (const [name, inject, number] of sinks) {
    violations = refused[name] = []
    const element = document.body.appendChild(document.createElement('div'))
    // Code that a driver evaluates may bypass the page's policy; a separate task does not.
    await new Promise((resolve) => setTimeout(resolve))
    const reported = new Promise<void>((resolve) => {
      onReport = resolve
      setTimeout(resolve, 5_000)
    })
    const code = `window.__x=${number}`
    try {
      await inject(
        element,
        `<img id=${number} src=x: onerror="${code}">`,
        code,
        `/${number}.js`,
        number,
      )
    } catch {
      // Expected: the violation event decides.
    }
    await reported
    element.remove()
  }
  return { refused, ran: '__x' in window }
}

// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  laterScript,
  replayEarlyPress,
  takeEarlyMessages,
  reportMetaRefresh,
} from './early-events.ts'

const sendBeacon = vi.fn<(url: string, body: Blob) => boolean>(() => true)
Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon })
const onSubmit = vi.fn<(event: Event) => void>((event) => event.preventDefault())

const removals: (() => void)[] = []

beforeEach(async () => {
  // The script never removes its listeners: remove those of earlier tests.
  const listen = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject, options?: unknown) => {
      listen(type, listener, options === true)
      removals.push(() => window.removeEventListener(type, listener, options === true))
    },
  )
  vi.resetModules()
  document.body.innerHTML = `<form><input id="card-number"><button type="submit">Pay</button></form>
    <button type="button" id="other">Other</button>
    <p id="not-alive" tabindex="-1" hidden>Try again</p>`
  await import('./early.ts')
})

afterEach(() => {
  replayEarlyPress()
  takeEarlyMessages()
  onSubmit.mockClear()
  for (const remove of removals.splice(0)) remove()
  sendBeacon.mockClear()
  vi.useRealTimers()
})

function button(selector = 'form button') {
  return document.querySelector<HTMLButtonElement>(selector) ?? document.createElement('button')
}

describe('a press before hydration', () => {
  it('sends nothing, waits visibly, and is replayed once after hydration', () => {
    button().click()
    expect(button()).toHaveAttribute('aria-busy', 'true')

    document.querySelector('form')?.addEventListener('submit', onSubmit)
    replayEarlyPress()
    expect(onSubmit).toHaveBeenCalledOnce()
    expect(button()).not.toHaveAttribute('aria-busy')
    replayEarlyPress()
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('is replaced by a later press of another button', () => {
    const onOther = vi.fn<() => void>()
    button().click()
    button('#other').click()
    document.querySelector('form')?.addEventListener('submit', onSubmit)
    button('#other').addEventListener('click', onOther)
    replayEarlyPress()
    expect(onOther).toHaveBeenCalledOnce()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('prevents the native submit', () => {
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true })
    document.querySelector('form')?.dispatchEvent(submit)
    expect(submit.defaultPrevented).toBe(true)
  })

  it('does not affect links, fields and methods', () => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    document.querySelector('input')?.dispatchEvent(click)
    expect(click.defaultPrevented).toBe(false)
  })
})

describe('R-40: a page that is not hydrated', () => {
  const notice = () => document.querySelector<HTMLElement>('#not-alive')
  const fail = (integrity: string) => {
    const script = Object.assign(document.createElement('script'), { type: 'x', integrity })
    document.head.append(script)
    script.dispatchEvent(new Event('error'))
    script.remove()
  }

  it('shows a notice, drops the waiting press, and focuses the notice on later presses', () => {
    button().click()
    expect(notice()).not.toBeVisible()
    fail('sha384-x')
    expect(notice()).toBeVisible()
    expect(notice()).toHaveFocus()
    expect(button()).not.toHaveAttribute('aria-busy')

    button('#other').focus()
    button('#other').click()
    expect(notice()).toHaveFocus()
    expect(button('#other')).not.toHaveAttribute('aria-busy')
  })

  it('keeps the focus without a press', () => {
    button('input').focus()
    fail('sha384-x')
    expect(notice()).toBeVisible()
    expect(button('input')).toHaveFocus()
  })

  it('ignores a failed script of a browser extension', () => {
    fail('')
    expect(notice()).not.toBeVisible()
  })

  it('hides the notice once hydrated, and does not replay the dropped press', () => {
    button().click()
    fail('sha384-x')
    document.querySelector('form')?.addEventListener('submit', onSubmit)
    replayEarlyPress()
    expect(notice()).not.toBeVisible()
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('the card frame of the template in the head', () => {
  const frames = () => Array.from(document.querySelectorAll('iframe'))

  /** The script runs while the head is parsed; the place comes later. */
  async function parse(): Promise<Element> {
    document.body.innerHTML = ''
    document.head.innerHTML = '<template><iframe title="Card details"></iframe></template>'
    vi.resetModules()
    await import('./early.ts')
    return Object.assign(document.createElement('div'), {
      className: 'card-frame',
      innerHTML: '<div class="empty"></div>',
    })
  }

  afterEach(() => {
    document.head.innerHTML = ''
    for (const frame of frames()) frame.remove()
    Reflect.deleteProperty(Element.prototype, 'moveBefore')
  })

  it('loads at once outside of the body, and moves into its place without loading again', async () => {
    const moveBefore = vi.fn<(node: Node, before: Node | null) => void>(function (
      this: Element,
      node,
      before,
    ) {
      this.insertBefore(node, before)
    })
    Object.defineProperty(Element.prototype, 'moveBefore', {
      value: moveBefore,
      configurable: true,
    })
    const place = await parse()
    const [frame] = frames()
    expect(frame?.parentElement).toBe(document.documentElement)

    document.body.append(place)
    await vi.waitFor(() => expect(place.firstElementChild).toBe(frame))
    expect(moveBefore).toHaveBeenCalledOnce()
    expect(frames()).toEqual([frame])

    document.body.append(document.createElement('p'))
    await Promise.resolve()
    expect(moveBefore).toHaveBeenCalledOnce()
  })

  it('loads in its place where moving would load it again', async () => {
    const place = await parse()
    expect(frames()).toEqual([])
    document.body.append(place)
    await vi.waitFor(() => expect(place.firstElementChild).toHaveAttribute('title', 'Card details'))
    expect(frames()).toHaveLength(1)
  })
})

describe('messages of frames before hydration', () => {
  function addFrame() {
    const frame = Object.assign(document.createElement('iframe'), { hidden: true })
    frame.setAttribute('sandbox', '')
    return document.body.appendChild(frame)
  }

  const t = (data: string, source = addFrame().contentWindow) =>
    void window.dispatchEvent(new MessageEvent('message', { data, source }))

  it('are taken once, and later ones are not buffered', () => {
    t('here I am')
    expect(takeEarlyMessages().map(({ data }) => data as unknown)).toEqual(['here I am'])
    t('too late')
    expect(takeEarlyMessages()).toEqual([])
  })

  it('exclude messages of other windows, and are bounded', () => {
    t('of an extension', window)
    for (let count = 0; count < 100; count++) t('again')
    expect(takeEarlyMessages()).toHaveLength(9)
  })

  it("R-68: leave no room to an extension's frames", () => {
    const foreign = document.body.appendChild(document.createElement('iframe')).contentWindow
    for (let count = 0; count < 100; count++) t('of an extension', foreign)
    t('here I am')
    expect(takeEarlyMessages().map(({ data }) => data as unknown)).toEqual(['here I am'])
  })

  it('show their frame, and no other', () => {
    const [frame, other] = [addFrame(), addFrame()]
    t('here I am', frame.contentWindow)
    expect(frame).toBeVisible()
    expect(other).not.toBeVisible()
  })
})

describe('S-45: a failed load', () => {
  async function reported(): Promise<unknown[]> {
    const sent = sendBeacon.mock.calls.map(async ([url, body]) => {
      expect([url, body.type]).toEqual(['/reports', 'application/json'])
      return JSON.parse(await body.text()) as unknown
    })
    return Promise.all(sent)
  }

  it.each([
    ['script', { src: 'http://localhost:3000/assets/entry.js' }],
    ['link', { rel: 'modulepreload', href: 'http://localhost:3000/assets/entry.js' }],
  ])('is reported once by its URL: %s', async (name, attributes) => {
    const element = Object.assign(document.createElement(name), attributes)
    document.head.append(element)
    element.dispatchEvent(new Event('error'))
    element.dispatchEvent(new Event('error'))
    element.remove()
    expect(await reported()).toEqual([
      { kind: 'not_loaded', what: 'http://localhost:3000/assets/entry.js', page: '/' },
    ])
  })

  it('R-40: is reported for a dynamic import', async () => {
    const broken = Promise.reject(new TypeError('Failed to fetch'))
    await expect(laterScript('later-screens', broken)).rejects.toThrow('Failed to fetch')
    expect(await reported()).toEqual([{ kind: 'not_loaded', what: 'later-screens', page: '/' }])
  })

  it('S-46: a meta refresh is reported', async () => {
    const [refresh, description] = [document.createElement('meta'), document.createElement('meta')]
    refresh.httpEquiv = 'Refresh'
    refresh.content = '0;url=https://evil.example/r'
    description.name = 'description'
    document.head.append(refresh, description)
    reportMetaRefresh()
    refresh.remove()
    description.remove()
    reportMetaRefresh()
    expect(await reported()).toEqual([
      { kind: 'leads_away', what: 'https://evil.example/r', page: '/' },
    ])
  })

  it('is not reported for pictures or for errors of a running script', async () => {
    const image = document.createElement('img')
    document.body.append(image)
    image.dispatchEvent(new Event('error'))
    window.dispatchEvent(new Event('error'))
    expect(await reported()).toEqual([])
  })

  it('is reported when the page is not hydrated in time, and only then', async () => {
    vi.useFakeTimers()
    vi.resetModules()
    await import('./early.ts')
    vi.advanceTimersByTime(29_999)
    expect(await reported()).toEqual([])
    expect(document.querySelector('#not-alive')).not.toBeVisible()
    vi.advanceTimersByTime(1)
    expect(await reported()).toEqual([{ kind: 'not_started', what: '', page: '/' }])
    expect(document.querySelector('#not-alive')).toBeVisible()

    vi.resetModules()
    await import('./early.ts')
    replayEarlyPress()
    vi.advanceTimersByTime(60_000)
    expect(await reported()).toHaveLength(1)
  })
})

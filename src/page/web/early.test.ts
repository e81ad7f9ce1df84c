// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { laterScript, releaseEarlyPress, takeEarlyMessages, tellOfRefresh } from './early-events.ts'

const sendBeacon = vi.fn<(url: string, body: Blob) => boolean>(() => true)
Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon })
const onSubmit = vi.fn<(event: Event) => void>((event) => event.preventDefault())

const removals: (() => void)[] = []

beforeEach(async () => {
  // Each run of the script listens for ever: a test must not hear those before it.
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
    <p id="not-alive" tabindex="-1" hidden>Load again</p>`
  await import('./early.ts')
})

afterEach(() => {
  releaseEarlyPress()
  takeEarlyMessages()
  onSubmit.mockClear()
  for (const remove of removals.splice(0)) remove()
  sendBeacon.mockClear()
  vi.useRealTimers()
})

function button(selector = 'form button') {
  return document.querySelector<HTMLButtonElement>(selector) ?? document.createElement('button')
}

describe('a press before the page is alive', () => {
  it('sends nothing, waits visibly, and is made once when the page is alive', () => {
    button().click()
    expect(button()).toHaveAttribute('aria-busy', 'true')

    document.querySelector('form')?.addEventListener('submit', onSubmit)
    releaseEarlyPress()
    expect(onSubmit).toHaveBeenCalledOnce()
    expect(button()).not.toHaveAttribute('aria-busy')
    releaseEarlyPress()
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('gives way to a later press of another button', () => {
    const onOther = vi.fn<() => void>()
    button().click()
    button('#other').click()
    document.querySelector('form')?.addEventListener('submit', onSubmit)
    button('#other').addEventListener('click', onOther)
    releaseEarlyPress()
    expect(onOther).toHaveBeenCalledOnce()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('cannot be a native submit', () => {
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true })
    document.querySelector('form')?.dispatchEvent(submit)
    expect(submit.defaultPrevented).toBe(true)
  })

  it('leaves links, fields and methods alone', () => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    document.querySelector('input')?.dispatchEvent(click)
    expect(click.defaultPrevented).toBe(false)
  })
})

describe('R-40: a page that does not come to life', () => {
  const notice = () => document.querySelector<HTMLElement>('#not-alive')
  const fail = (integrity: string) => {
    const script = Object.assign(document.createElement('script'), { type: 'x', integrity })
    document.head.append(script)
    script.dispatchEvent(new Event('error'))
    script.remove()
  }

  it('says so, lets go of the press that waited, and leads to it whoever presses then', () => {
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

  it('leaves the focus where it is while nobody has pressed', () => {
    button('input').focus()
    fail('sha384-x')
    expect(notice()).toBeVisible()
    expect(button('input')).toHaveFocus()
  })

  it('does live without a script that somebody else has added', () => {
    fail('')
    expect(notice()).not.toBeVisible()
  })

  it('says no more of it once it is alive after all, and makes no press that it let go of', () => {
    button().click()
    fail('sha384-x')
    document.querySelector('form')?.addEventListener('submit', onSubmit)
    releaseEarlyPress()
    expect(notice()).not.toBeVisible()
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('what frames say before the page is alive', () => {
  const say = (data: string, origin = 'https://fields.example') =>
    void window.dispatchEvent(new MessageEvent('message', { data, origin }))

  it('is handed out once, and nobody keeps what comes later', () => {
    say('here I am')
    expect(takeEarlyMessages().map(({ data }) => data as unknown)).toEqual(['here I am'])
    say('too late')
    expect(takeEarlyMessages()).toEqual([])
  })

  it('is no message of the page to itself, as extensions send them, and never many', () => {
    say('of an extension', window.location.origin)
    for (let count = 0; count < 100; count++) say('again')
    expect(takeEarlyMessages()).toHaveLength(9)
  })
})

describe('S-45: what does not come', () => {
  async function told(): Promise<unknown[]> {
    const sent = sendBeacon.mock.calls.map(async ([url, body]) => {
      expect([url, body.type]).toEqual(['/reports', 'application/json'])
      return JSON.parse(await body.text()) as unknown
    })
    return Promise.all(sent)
  }

  it.each([
    ['script', { src: 'http://localhost:3000/assets/entry.js' }],
    ['link', { rel: 'modulepreload', href: 'http://localhost:3000/assets/entry.js' }],
  ])('is told of once by its address: %s', async (name, attributes) => {
    const element = Object.assign(document.createElement(name), attributes)
    document.head.append(element)
    element.dispatchEvent(new Event('error'))
    element.dispatchEvent(new Event('error'))
    element.remove()
    expect(await told()).toEqual([
      { kind: 'not_loaded', what: 'http://localhost:3000/assets/entry.js', page: '/' },
    ])
  })

  it('R-40: is told of when no element asked for it', async () => {
    const broken = Promise.reject(new TypeError('Failed to fetch'))
    await expect(laterScript('later-screens', broken)).rejects.toThrow('Failed to fetch')
    expect(await told()).toEqual([{ kind: 'not_loaded', what: 'later-screens', page: '/' }])
  })

  it('S-46: a document that leads elsewhere by itself is told of', async () => {
    const [refresh, description] = [document.createElement('meta'), document.createElement('meta')]
    refresh.httpEquiv = 'Refresh'
    refresh.content = '0;url=https://evil.example/r'
    description.name = 'description'
    document.head.append(refresh, description)
    tellOfRefresh()
    refresh.remove()
    description.remove()
    tellOfRefresh()
    expect(await told()).toEqual([
      { kind: 'leads_away', what: 'https://evil.example/r', page: '/' },
    ])
  })

  it('is no picture, and no error of a script that runs', async () => {
    const image = document.createElement('img')
    document.body.append(image)
    image.dispatchEvent(new Event('error'))
    window.dispatchEvent(new Event('error'))
    expect(await told()).toEqual([])
  })

  it('is told of when the page is not alive in time, and then alone', async () => {
    vi.useFakeTimers()
    vi.resetModules()
    await import('./early.ts')
    vi.advanceTimersByTime(29_999)
    expect(await told()).toEqual([])
    expect(document.querySelector('#not-alive')).not.toBeVisible()
    vi.advanceTimersByTime(1)
    expect(await told()).toEqual([{ kind: 'not_started', what: '', page: '/' }])
    expect(document.querySelector('#not-alive')).toBeVisible()

    vi.resetModules()
    await import('./early.ts')
    releaseEarlyPress()
    vi.advanceTimersByTime(60_000)
    expect(await told()).toHaveLength(1)
  })
})

// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { releaseEarlyPress, takeEarlyMessages } from './early-events.ts'

const onSubmit = vi.fn<(event: Event) => void>((event) => event.preventDefault())

beforeEach(async () => {
  vi.resetModules()
  document.body.innerHTML = `<form><input id="card-number"><button type="submit">Pay</button></form>
    <button type="button" id="other">Other</button>`
  await import('./early.ts')
})

afterEach(() => {
  releaseEarlyPress()
  takeEarlyMessages()
  onSubmit.mockClear()
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

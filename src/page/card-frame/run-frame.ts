import { digitsOf } from '#domain/ascii-digits.ts'
import { brandOf } from '#domain/methods/card/card-number.ts'
import { type CardForm } from './card-form.ts'
import { type CardValues, faultOf, faultsOf, formatCardField } from './card-fields.ts'
import type { FrameData } from './frame-data.ts'
import {
  CARD_FIELDS,
  type CardFaults,
  type CardField,
  type FromFrame,
  type ToFrame,
} from './protocol.ts'
import { createCardSealer, type EncryptCard } from './seal-card.ts'
import { typeInField } from './type-in-field.ts'

interface Frame {
  form: CardForm
  data: FrameData
  encryptCard: EncryptCard
  /** Milliseconds since the document was requested. */
  elapsedMs: () => number
  post: (message: FromFrame) => void
}

/** Formats and validates the fields while the shopper types; returns the handler of the page's requests. */
export function runFrame({
  form,
  data,
  encryptCard,
  elapsedMs,
  post,
}: Frame): (message: ToFrame) => void {
  const { inputs } = form
  let shown: CardValues = form.read()
  let faults: CardFaults = {}
  let postedState = ''
  /** Shown in place of the security code while the card is being paid with. */
  let dots = ''
  const sealer = createCardSealer(data, encryptCard)

  const now = () => new Date(Date.parse(data.now) + elapsedMs())

  function format(field: CardField, before: string, event: Event | null): void {
    typeInField(inputs[field], before, event, (text) =>
      formatCardField(field, text, inputs['card-number'].value),
    )
  }

  function typed(field: CardField, event: Event | null): void {
    format(field, shown[field], event)
    shown = form.read()
    dots = ''
    // Errors disappear while typing as soon as the field is valid; they appear on blur or submit only.
    if (faults[field] !== undefined) validate(field)
    update()
  }

  /** Includes text typed before the script ran, and autofill without an event. */
  function readAll(): void {
    for (const field of CARD_FIELDS) format(field, inputs[field].value, null)
    shown = form.read()
  }

  function validate(field: CardField): void {
    const { [field]: _, ...others } = faults
    const fault = faultOf(field, shown, now())
    faults = fault === undefined ? others : { ...others, [field]: fault }
  }

  function update(): void {
    form.showBrand(shown['card-number'], dots)
    form.showFaults(faults)
    const state: FromFrame = {
      type: 'state',
      brand: brandOf(digitsOf(shown['card-number'])) ?? null,
      isEmpty: Object.values(shown).every((text) => !text.trim()),
      faults,
    }
    // Only on change: a message per key would disclose typing patterns to the page.
    if (JSON.stringify(state) === postedState) return
    postedState = JSON.stringify(state)
    post(state)
  }

  function forgetCode(): void {
    inputs['card-code'].value = ''
    shown = form.read()
    update()
  }

  async function seal(request: Extract<ToFrame, { type: 'seal' }>): Promise<void> {
    const { id } = request
    if (!sealer.repeats(request)) {
      readAll()
      faults = faultsOf(shown, now())
      update()
      if (Object.keys(faults).length > 0) return post({ type: 'faulty', id, faults })
    }
    try {
      post(await sealer.seal(request, shown, now()))
    } catch {
      // The error may contain card details and is not sent to the page.
      post({ type: 'failed', id })
    }
  }

  for (const field of CARD_FIELDS) {
    const input = inputs[field]
    input.addEventListener('input', (event) => typed(field, event))
    input.addEventListener('compositionend', () => typed(field, null))
    input.addEventListener('blur', () => {
      if (!input.value.trim()) return
      validate(field)
      update()
    })
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return
      event.preventDefault()
      const next =
        matchMedia('(pointer:coarse)').matches && CARD_FIELDS[CARD_FIELDS.indexOf(field) + 1]
      if (next) inputs[next].focus()
      else post({ type: 'submit' })
    })
  }
  window.addEventListener('pagehide', () => {
    sealer.forget()
    dots = ''
    forgetCode()
  })
  readAll()
  update()

  return (message) => {
    switch (message.type) {
      case 'seal':
        return void seal(message)
      case 'show':
        dots = ''
        faults = { ...faults, ...message.faults }
        return update()
      case 'focus':
        return focus(inputs[message.field])
      case 'paying':
        dots = '•'.repeat(inputs['card-code'].value.length)
        return update()
      case 'forget-code':
        return forgetCode()
    }
  }
}

/**
 * Focuses a field. WebKit ignores `focus()` in a frame of another origin that the shopper has not touched, but follows
 * a fragment.
 */
function focus(input: HTMLInputElement): void {
  input.focus()
  if (document.activeElement !== input) location.replace(`#${input.id}`)
}

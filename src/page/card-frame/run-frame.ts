import { brandOf } from '../../domain/methods/card/card-number.ts'
import { type CardForm } from './card-form.ts'
import { type CardValues, digitsOf, faultOf, faultsOf, formatCardField } from './card-fields.ts'
import type { FrameData } from './frame-data.ts'
import {
  CARD_FIELDS,
  type CardFaults,
  type CardField,
  type FromFrame,
  type ToFrame,
} from './protocol.ts'
import { sealCard } from './seal-card.ts'
import { typeInField } from './type-in-field.ts'

interface Frame {
  form: CardForm
  data: FrameData
  /** Milliseconds since the document was asked for. */
  elapsedMs: () => number
  tell: (message: FromFrame) => void
}

/** The life of the fields: formats and checks what is typed, and does what the page asks. */
export function runFrame({ form, data, elapsedMs, tell }: Frame): (message: ToFrame) => void {
  const { inputs } = form
  let shown: CardValues = form.read()
  let faults: CardFaults = {}
  let toldState = ''

  const now = () => new Date(Date.parse(data.now) + elapsedMs())

  function typed(field: CardField, event: Event | null): void {
    typeInField(inputs[field], shown[field], event, (text) =>
      formatCardField(field, text, inputs['card-number'].value),
    )
    shown = form.read()
    // An error goes as soon as the field is right, and never comes while it is typed in for the first time.
    if (faults[field] !== undefined) judge(field)
    update()
  }

  /** Everything as it stands: also what was typed before this ran, or filled in by a browser that does not tell. */
  function readAll(): void {
    for (const field of CARD_FIELDS)
      typeInField(inputs[field], inputs[field].value, null, (text) =>
        formatCardField(field, text, inputs['card-number'].value),
      )
    shown = form.read()
  }

  function judge(field: CardField): void {
    const { [field]: _, ...others } = faults
    const fault = faultOf(field, shown, now())
    faults = fault === undefined ? others : { ...others, [field]: fault }
  }

  function update(): void {
    form.showFaults(faults)
    form.showBrand(shown['card-number'])
    const state: FromFrame = {
      type: 'state',
      brand: brandOf(digitsOf(shown['card-number'])) ?? null,
      isEmpty: Object.values(shown).every((text) => text.trim() === ''),
      faults,
    }
    // Not for every key that is pressed: the page learns nothing from how somebody types.
    if (JSON.stringify(state) === toldState) return
    toldState = JSON.stringify(state)
    tell(state)
  }

  function forgetCode(): void {
    inputs['card-code'].value = ''
    shown = form.read()
    update()
  }

  async function seal(id: number): Promise<void> {
    readAll()
    faults = faultsOf(shown, now())
    update()
    if (Object.keys(faults).length > 0) return tell({ type: 'faulty', id, faults })
    try {
      tell(await sealCard(id, shown, data.key))
    } catch {
      // The reason may speak of the card: it stays here.
      tell({ type: 'failed', id })
    }
  }

  for (const field of CARD_FIELDS) {
    const input = inputs[field]
    input.addEventListener('input', (event) => typed(field, event))
    input.addEventListener('compositionend', () => typed(field, null))
    input.addEventListener('blur', () => {
      if (input.value.trim() === '') return
      judge(field)
      update()
    })
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return
      event.preventDefault()
      tell({ type: 'submit' })
    })
  }
  window.addEventListener('pagehide', forgetCode)
  readAll()
  update()

  return (message) => {
    switch (message.type) {
      case 'seal':
        return void seal(message.id)
      case 'show':
        faults = { ...faults, ...message.faults }
        return update()
      case 'focus':
        return inputs[message.field].focus()
      case 'forget-code':
        return forgetCode()
    }
  }
}

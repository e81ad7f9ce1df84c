import { METHODS } from '#domain/methods/methods.ts'
import type { CardLink, CardListener, SealAnswer, SealFor } from '../card/card-link.ts'
import { openCardLink } from '../card/open-card-link.ts'
import { replayEarlyPress } from '../early-events.ts'
import { NOTICE_ELEMENT_ID, type PageData } from '../page-data.ts'
import { readDraft } from '../payment-form/controls.ts'
import {
  createPayment,
  newIdempotencyKey,
  type Payable,
  paymentToReplace,
} from '../payment-form/create-payment.ts'
import { checkForm, type FoundErrors, isCardField } from '../payment-form/check-form.ts'
import { type Draft, newDraft } from '../payment-form/draft.ts'
import { installmentsOf } from '../payment-form/installments-of.ts'
import { sealForm } from '../payment-form/seal-form.ts'
import { createCheckoutApi } from '../session/checkout-api.ts'
import { createTranslate } from '#words/words.ts'
import { followChoice } from './early-choice.ts'
import { createEarlyErrors, NOTHING_SHOWN, type ShownErrors } from './early-errors.ts'
import { createHeldListener } from './held-listener.ts'

/** A payment whose request was sent before hydration. */
export type EarlyPayable = Payable & Required<Pick<Payable, 'takeAnswer'>>

/** The server-rendered form, until the hydrated one takes over. */
export interface EarlyForm {
  /** Returns the link to the card frame, and passes on what the frame has reported so far; `null` when it is taken. */
  takeCardLink(listener: CardListener): CardLink | null
  /** Returns the errors that hydration finds in the form; a later press with errors is held. */
  freeze(): ShownErrors
  /** Returns the choice whose price hydration finds, if one was made; the price of later choices is left to hydration. */
  freezeChoice(): Draft | undefined
  /** Stops taking presses. `finish` receives the payment that was sent, if any; a held press is repeated. */
  handOver(finish: (payable: EarlyPayable) => void): void
}

/**
 * Makes the server-rendered form take a press before React is loaded. A complete form is paid; one with errors shows
 * them. `null` when the page has no form.
 */
export function startEarlyForm(page: PageData, fetch: typeof globalThis.fetch): EarlyForm | null {
  const form = document.querySelector<HTMLFormElement>('main form:not([hidden])')
  const button = form?.querySelector<HTMLButtonElement>('button[type=submit]')
  const { reference, checkout } = page
  if (reference === null || checkout === null || form == null || button == null) return null
  return createEarlyForm({ page, reference, checkout, form, button, fetch })
}

interface Parts {
  page: PageData
  reference: string
  checkout: NonNullable<PageData['checkout']>
  form: HTMLFormElement
  button: HTMLButtonElement
  fetch: typeof globalThis.fetch
}

function createEarlyForm(parts: Parts): EarlyForm {
  const { page, reference, checkout, form, button } = parts
  const { locale, direction, words, cardFrameUrl } = page
  const api = createCheckoutApi(parts.fetch, reference, locale)
  const { country = '' } = newDraft(checkout).values
  const getTranslate = () => createTranslate(words, locale, direction)
  const errors = createEarlyErrors(form, country, getTranslate)
  const freezeChoice = followChoice(form, button, checkout, getTranslate)
  let isConnected = false
  const held = createHeldListener({
    connected() {
      isConnected = true
      // The frame is hidden until it is ready, since browsers show a picture of their own where nothing has loaded.
      const frame = form.querySelector('iframe')
      if (frame !== null) frame.hidden = false
    },
    submit: () => form.requestSubmit(),
  })
  const link =
    cardFrameUrl === null
      ? null
      : openCardLink(cardFrameUrl, () => form.querySelector('iframe'), held.listener)
  let linkToTake = link
  const seal = link && (async (sealFor: SealFor) => link.seal(sealFor))
  function forgetCode() {
    link?.post({ type: 'paying' })
    link?.post({ type: 'forget-code' })
  }

  /** The press that is being handled or was sent; `null` when there is none, and after a press that was not sent. */
  let pressing: Promise<EarlyPayable | null> | null = null
  /** Whether the hydrated form repeats the last press: it had errors after hydration had begun, or the frame failed. */
  let isHeld = false

  function takePress(event: SubmitEvent): void {
    event.preventDefault()
    // React, which may be hydrating, would handle it, too.
    event.stopPropagation()
    if (pressing !== null) return
    const typed = readDraft(form, newDraft(checkout))
    const idempotencyKey = newIdempotencyKey()
    const sealCard = METHODS[typed.method].needsSealedCard ? seal : null
    const found = checkForm(checkout, typed, null)
    setBusy(true)
    isHeld = false
    if (found.summary.length === 0 || (sealCard !== null && isConnected)) {
      pressing = pay(typed, idempotencyKey, sealCard)
      return
    }
    showOrHold(found, null)
    // The page's own errors do not wait for the card frame, which shows the card's errors once it is connected.
    void sealCard?.({ installments: installmentsOf(typed.values), idempotencyKey })
  }

  async function pay(
    submitted: Draft,
    idempotencyKey: string,
    sealCard: typeof seal,
  ): Promise<EarlyPayable | null> {
    if (sealCard === null) return send(submitted, null, idempotencyKey)
    const { typed, answer } = await sealForm(form, submitted, idempotencyKey, sealCard)
    if (METHODS[typed.method].needsSealedCard && !isGivenUp()) {
      const found = checkForm(checkout, typed, answer)
      if (answer?.type === 'sealed' && found.summary.length === 0) {
        forgetCode()
        return send(typed, answer, idempotencyKey)
      }
      showOrHold(found, answer)
    } else setBusy(false)
    pressing = null
    return null
  }

  /** Shows the errors, or holds the press: the hydrated form then shows them, or that the frame has failed. */
  function showOrHold(found: FoundErrors, answer: SealAnswer): void {
    const [first] = found.summary
    const faults = answer?.type === 'faulty' ? answer.faults : {}
    isHeld = first === undefined || !errors.show({ ...found, faults })
    if (isHeld || first === undefined) return
    setBusy(false)
    if (!isCardField(first)) return document.getElementById(first)?.focus()
    form.querySelector('iframe')?.focus()
    link?.post({ type: 'focus', field: first })
  }

  function setBusy(isBusy: boolean): void {
    button.setAttribute('aria-busy', String(isBusy))
  }

  function send(draft: Draft, card: Payable['card'], idempotencyKey: string): EarlyPayable {
    const body = createPayment({ draft, card }, checkout, paymentToReplace(checkout)?.id ?? null)
    errors.show(NOTHING_SHOWN)
    let answer: ReturnType<typeof api.pay> | undefined = api.pay(body, idempotencyKey)
    // The hydrated form handles the error.
    answer.catch(() => undefined)
    return {
      draft,
      card,
      idempotencyKey,
      async sealAgain() {
        const installments = installmentsOf(draft.values)
        const again: SealAnswer = (await seal?.({ installments, idempotencyKey })) ?? null
        return card !== null && again?.type === 'sealed' ? again : null
      },
      takeAnswer() {
        const taken = answer
        answer = undefined
        return taken
      },
    }
  }

  form.addEventListener('submit', takePress)
  replayEarlyPress(form)

  return {
    takeCardLink(listener) {
      const taken = linkToTake
      linkToTake = null
      held.handOver(listener)
      return taken
    },
    freeze: () => errors.freeze(),
    freezeChoice,
    handOver(finish) {
      errors.forget()
      if (pressing === null) leave(null)
      else void pressing.then(leave)

      function leave(payable: EarlyPayable | null) {
        form.removeEventListener('submit', takePress)
        setBusy(false)
        if (payable !== null) finish(payable)
        else if (isHeld && !isGivenUp()) button.click()
      }
    },
  }
}

/** Whether the page shows the notice that it does not work. */
function isGivenUp(): boolean {
  return document.getElementById(NOTICE_ELEMENT_ID)?.hidden === false
}

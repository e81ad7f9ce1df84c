import { METHODS } from '#domain/methods/methods.ts'
import type { CardLink, CardListener, SealAnswer, SealFor } from '../card/card-link.ts'
import { findCardFrame } from '../card/find-card-frame.ts'
import { openCardLink } from '../card/open-card-link.ts'
import { replayEarlyPress } from '../early-events.ts'
import { type DocumentData, NOTICE_ELEMENT_ID } from '../page-data.ts'
import { findPayButton, readDraft } from '../payment-form/controls.ts'
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
import { createTranslate, type Words } from '#words/words.ts'
import { followChoice } from './early-choice.ts'
import { createEarlyErrors, NOTHING_SHOWN, type ShownErrors } from './early-errors.ts'
import { createHeldListener } from './held-listener.ts'

/** A payment whose request was sent before hydration. */
export type EarlyPayable = Payable & Required<Pick<Payable, 'takeAnswer'>>

/**
 * The server-rendered form, until the hydrated one takes over. React renders another form in its place where the document
 * differs from what the server sent, as after a browser extension, a translation or a proxy has changed it.
 */
export interface EarlyForm {
  /** The form that React replaced, with what was typed and chosen in it; `null` where React hydrated it. */
  replaced(): HTMLFormElement | null
  /**
   * Returns the link to the card frame, and passes on what the frame has reported so far; `null` when it is taken, or the
   * frame was replaced.
   */
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
export function startEarlyForm(
  page: DocumentData,
  fetch: typeof globalThis.fetch,
): EarlyForm | null {
  const button = findPayButton()
  const form = button?.form
  const { reference, checkout } = page
  if (reference === null || checkout === null || form == null || button == null) return null
  return createEarlyForm({ page, reference, checkout, form, button, fetch })
}

interface Parts {
  page: DocumentData
  reference: string
  checkout: NonNullable<DocumentData['checkout']>
  form: HTMLFormElement
  button: HTMLButtonElement
  fetch: typeof globalThis.fetch
}

function createEarlyForm(parts: Parts): EarlyForm {
  const { page, reference, checkout, form, button } = parts
  const { locale, direction, words, cardFrameUrl } = page
  const api = createCheckoutApi(parts.fetch, reference, locale)
  const { country = '' } = newDraft(checkout).values
  const getTranslate = () => createTranslate(words as Words, locale, direction)
  const errors = createEarlyErrors(form, country, getTranslate)
  const freezeChoice = followChoice(form, button, checkout, getTranslate)
  const findFrame = () => findCardFrame(cardFrameUrl)
  let isConnected = false
  const held = createHeldListener({
    connected() {
      isConnected = true
      // The frame is hidden until it is ready, since browsers show a picture of their own where nothing has loaded.
      const frame = findFrame()
      if (frame !== undefined) frame.hidden = false
    },
    submit: () => button.click(),
  })
  const link = cardFrameUrl === null ? null : openCardLink(cardFrameUrl, held.listener)
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
    setBusy(true)
    try {
      press()
    } catch {
      hold()
    }
  }

  /** Leaves a press to the hydrated form, which repeats it, and says what is wrong. */
  function hold() {
    pressing = null
    isHeld = true
    return pressing
  }

  function press(): void {
    isHeld = false
    const typed = readDraft(form, newDraft(checkout))
    const idempotencyKey = newIdempotencyKey()
    const sealCard = METHODS[typed.method].needsSealedCard ? seal : null
    const found = checkForm(checkout, typed, null)
    if (found.summary.length === 0 || (sealCard !== null && isConnected)) {
      pressing = pay(typed, idempotencyKey, sealCard).catch(hold)
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
    findFrame()?.focus()
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
    replaced: () => (form.isConnected ? null : form),
    takeCardLink(listener) {
      const taken = linkToTake
      linkToTake = null
      if (form.isConnected) {
        held.handOver(listener)
        return taken
      }
      // A press that waits for the frame that is gone ends, and is repeated.
      taken?.close()
      return null
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
        else if (isHeld && !isGivenUp()) findPayButton()?.click()
      }
    },
  }
}

/** Whether the page shows the notice that it does not work. */
function isGivenUp(): boolean {
  return document.getElementById(NOTICE_ELEMENT_ID)?.hidden === false
}

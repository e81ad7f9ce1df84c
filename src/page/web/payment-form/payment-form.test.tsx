// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

const field = (name: string) => screen.getByLabelText(name)

describe('the fields of the form', () => {
  it('are those that the session collects', async () => {
    await renderPage({ ...openCheckout, collect: { ...openCheckout.collect, email: 'hidden' } })
    expect(screen.getByTitle('Card details')).toBeVisible()
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(screen.queryByLabelText('Phone')).toBeNull()
  })

  it('contain no radio group for a single method', async () => {
    await renderPage(pageCheckouts.cardOnly)
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  })

  it('have no names that a native submit would send', async () => {
    await renderPage(pageCheckouts.everyField)
    const form = document.querySelector('form')
    expect(form).toHaveAttribute('method', 'dialog')
    // Radio buttons need a name to be a group; a `dialog` form sends none of them.
    const names = [...new FormData(form ?? undefined).keys()]
    expect(names).toEqual(['payment-method', 'installments'])
  })

  it('have autocomplete tokens', async () => {
    await renderPage(pageCheckouts.everyField)
    expect(field('Email')).toHaveAttribute('autocomplete', 'email')
    expect(field('Full name')).toHaveAttribute('autocomplete', 'name')
    expect(field('CPF or CNPJ')).toHaveAttribute('autocomplete', 'on')
    expect(field('Phone')).toHaveAttribute('autocomplete', 'tel')
    expect(field('CEP')).toHaveAttribute('autocomplete', 'billing postal-code')
    expect(field('State')).toHaveAttribute('autocomplete', 'billing address-level1')
  })

  it('contain no card fields: those belong to another origin', async () => {
    await renderPage(openCheckout)
    expect(document.querySelectorAll('[autocomplete^=cc-]')).toHaveLength(0)
    expect(screen.queryByLabelText('Card number')).toBeNull()
  })
})

function touch() {
  Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: 5 })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'maxTouchPoints'))
}

describe('typing', () => {
  it('formats a CNPJ with upper-case letters, and a phone as parsed', async () => {
    const { user } = await renderPage(pageCheckouts.everyField)
    await user.type(field('CPF or CNPJ'), '12abc34501de35')
    expect(field('CPF or CNPJ')).toHaveValue('12.ABC.345/01DE-35')
    expect(field('CPF or CNPJ')).toHaveAttribute('autocapitalize', 'characters')
    await user.type(field('Phone'), '+5511987654321')
    expect(field('Phone')).toHaveValue('+55 11 98765-4321')
    await user.tab()
    expect(field('Phone')).toHaveValue('(11) 98765-4321')
  })

  it('S-167: opens digits for a CPF only with a button for a CNPJ that has letters', async () => {
    touch()
    const { user } = await renderPage(pageCheckouts.everyField)
    expect(field('CPF or CNPJ')).not.toHaveAttribute('inputmode')
    await user.click(field('Email'))
    const button = await screen.findByRole('button', { name: 'CNPJ with letters' })
    expect(field('CPF or CNPJ')).toHaveAttribute('inputmode', 'numeric')
    await user.click(button)
    expect(field('CPF or CNPJ')).toHaveAttribute('inputmode', 'text')
    expect(field('CPF or CNPJ')).toHaveFocus()
    expect(button).not.toBeInTheDocument()
  })

  it('opens digits also in a field that comes with a method', async () => {
    const { user } = await renderPage(openCheckout)
    touch()
    await user.type(field('Email'), 'ana@gmial.com')
    await user.tab()
    await screen.findByRole('button', { name: /^Did you mean/ })
    await user.click(screen.getByRole('radio', { name: /Boleto/ }))
    expect(field('CPF or CNPJ')).toHaveAttribute('inputmode', 'numeric')
  })

  it('needs no button where nothing is touched', async () => {
    const { user } = await renderPage(pageCheckouts.everyField)
    await user.type(field('Email'), 'ana@gmial.com')
    await user.tab()
    await screen.findByRole('button', { name: /^Did you mean/ })
    expect(screen.queryByRole('button', { name: 'CNPJ with letters' })).toBeNull()
    expect(field('CPF or CNPJ')).not.toHaveAttribute('inputmode')
  })

  it('F-2: formats what an input method composed, once the field is left', async () => {
    const { user } = await renderPage(pageCheckouts.everyField)
    const taxId = field('CPF or CNPJ')
    await user.click(taxId)
    Object.assign(taxId, { value: '５２９９８２２４７２５' })
    fireEvent(taxId, new InputEvent('input', { isComposing: true, bubbles: true }))
    expect(taxId).toHaveValue('５２９９８２２４７２５')
    await user.tab()
    expect(taxId).toHaveValue('529.982.247-25')
    expect(taxId).toHaveAttribute('aria-invalid', 'false')
  })

  it('puts the total of the chosen installments on the button', async () => {
    const { user } = await renderPage(openCheckout)
    await user.click(screen.getByLabelText(/^12 × R\$\s24,57/))
    expect(screen.getByRole('button', { name: /^Pay R\$\s294,84$/ })).toBeEnabled()
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    expect(screen.getByRole('button', { name: 'Get Pix code' })).toBeEnabled()
  })
})

describe('the order of the form', () => {
  it('asks for the contact before the method', async () => {
    await renderPage(openCheckout)
    const methods = screen.getByRole('radiogroup')
    expect(field('Email').compareDocumentPosition(methods)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const heading = screen.getByRole('heading', { level: 1, name: 'Pay with' })
    expect(field('Email').compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('says on touch keyboards where Enter pays: in the last field, and never above the card', async () => {
    const { user } = await renderPage(openCheckout)
    expect(field('Email')).toHaveAttribute('enterkeyhint', 'next')
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    expect(field('Email')).toHaveAttribute('enterkeyhint', 'go')
  })
})

describe('errors', () => {
  it('do not appear while a field is first typed in, nor when it is left blank', async () => {
    const { user } = await renderPage(openCheckout)
    await user.type(field('Email'), 'ana@')
    expect(field('Email')).toHaveAttribute('aria-invalid', 'false')
    await user.clear(field('Email'))
    await user.tab()
    expect(field('Email')).not.toHaveAccessibleDescription(/Enter/)
  })

  it('appear when an invalid field loses the focus, and disappear once it is valid', async () => {
    const { user } = await renderPage(openCheckout)
    await user.type(field('Email'), 'ana@')
    await user.tab()
    expect(field('Email')).toHaveAttribute('aria-invalid', 'true')
    expect(field('Email')).toHaveAccessibleDescription(/Enter a full email, like ana@example.com./)
    await user.type(field('Email'), 'example.com')
    expect(field('Email')).toHaveAttribute('aria-invalid', 'false')
  })

  it('are all shown after a submit, with the focus on the first', async () => {
    const { user, backend } = await renderPage(pageCheckouts.everyField)
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    await user.click(screen.getByRole('button', { name: 'Get Pix code' }))
    expect(field('Email')).toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Check 8 fields: Email, Full name, CPF or CNPJ, CEP, Street, Number, City, State.',
    )
    expect(backend.posts()).toEqual([])
  })

  it('require the fields that a boleto must show', async () => {
    const { user } = await renderPage(openCheckout)
    await user.click(screen.getByRole('radio', { name: 'Boleto' }))
    await user.click(screen.getByRole('button', { name: 'Get boleto' }))
    expect(field('Email')).toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent(/: Email, Full name, CPF or CNPJ\.$/)
    await user.type(field('CPF or CNPJ'), '52998224724')
    await user.tab()
    expect(field('CPF or CNPJ')).toHaveAccessibleDescription(/Check the CPF or CNPJ/)
  })
})

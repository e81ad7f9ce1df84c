// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openCheckout, pageCheckouts } from '../../testing/page-checkouts.ts'
import { renderPage } from '../../testing/render-page.tsx'

const field = (name: string) => screen.getByLabelText(name)

describe('the fields of the form', () => {
  it('are the ones that the session asks for', async () => {
    await renderPage({ ...openCheckout, collect: { ...openCheckout.collect, email: 'hidden' } })
    expect(field('Card number')).toBeVisible()
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(screen.queryByLabelText('Phone')).toBeNull()
  })

  it('have no radio group for one method', async () => {
    await renderPage(pageCheckouts.cardOnly)
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  })

  it('carry nothing that the browser could send by itself', async () => {
    await renderPage(pageCheckouts.everyField)
    const form = document.querySelector('form')
    expect(form).toHaveAttribute('method', 'dialog')
    expect([...new FormData(form ?? undefined).keys()]).toEqual(['payment-method'])
  })

  it('tell browsers what to fill in', async () => {
    await renderPage(openCheckout)
    expect(field('Card number')).toHaveAttribute('autocomplete', 'cc-number')
    expect(field('Expiry date')).toHaveAttribute('autocomplete', 'cc-exp')
    expect(field('Security code')).toHaveAttribute('autocomplete', 'cc-csc')
    expect(field('Name on card')).toHaveAttribute('autocomplete', 'cc-name')
  })
})

describe('typing', () => {
  it('groups the card number and shows its brand', async () => {
    const { user } = await renderPage(openCheckout)
    await user.type(field('Card number'), '4242424242424242')
    expect(field('Card number')).toHaveValue('4242 4242 4242 4242')
    expect(screen.getByText('Visa')).toBeInTheDocument()
  })

  it('knows the groups and the code of American Express', async () => {
    const { user } = await renderPage(openCheckout)
    await user.type(field('Card number'), '378282246310005')
    expect(field('Card number')).toHaveValue('3782 822463 10005')
    expect(field('Security code')).toHaveAttribute('placeholder', '4 digits')
  })

  it('cleans what is pasted', async () => {
    const { user } = await renderPage(openCheckout)
    await user.click(field('Card number'))
    await user.paste(' 4242-4242 4242\t4242\n')
    expect(field('Card number')).toHaveValue('4242 4242 4242 4242')
  })

  it('puts the total of the chosen installments on the button', async () => {
    const { user } = await renderPage(openCheckout)
    await user.selectOptions(field('Installments'), '12')
    expect(screen.getByRole('button', { name: /^Pay R\$\s294,72$/ })).toBeEnabled()
    await user.click(screen.getByRole('radio', { name: 'Pix' }))
    expect(screen.getByRole('button', { name: /^Pay R\$\s259,90$/ })).toBeEnabled()
  })
})

describe('the security code', () => {
  it('is gone when the page is left, and only it', async () => {
    const { user } = await renderPage(openCheckout)
    await user.type(field('Card number'), '4242424242424242')
    await user.type(field('Security code'), '123')
    fireEvent(window, new PageTransitionEvent('pagehide', { persisted: true }))
    expect(field('Security code')).toHaveValue('')
    expect(field('Card number')).toHaveValue('4242 4242 4242 4242')
  })
})

describe('errors', () => {
  it('do not come while a field is typed in for the first time, nor when it is left blank', async () => {
    const { user } = await renderPage(openCheckout)
    await user.type(field('Email'), 'ana@')
    expect(field('Email')).toHaveAttribute('aria-invalid', 'false')
    await user.clear(field('Email'))
    await user.tab()
    expect(field('Email')).not.toHaveAccessibleDescription(/Enter/)
  })

  it('come when a wrong field is left, and go as soon as it is right', async () => {
    const { user } = await renderPage(openCheckout)
    await user.type(field('Email'), 'ana@')
    await user.tab()
    expect(field('Email')).toHaveAttribute('aria-invalid', 'true')
    expect(field('Email')).toHaveAccessibleDescription(/Enter an email as in ana@example.com./)
    await user.type(field('Email'), 'example.com')
    expect(field('Email')).toHaveAttribute('aria-invalid', 'false')
  })

  it('are all told after a press, with the focus on the first', async () => {
    const { user, backend } = await renderPage(openCheckout)
    await user.click(screen.getByRole('button', { name: /^Pay R\$\s259,90$/ }))
    expect(field('Card number')).toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent(
      '5 fields need another look: Card number, Expiry date, Security code, Name on card, Email.',
    )
    expect(backend.posts()).toEqual([])
  })

  it('ask a boleto for what its slip must bear', async () => {
    const { user } = await renderPage(openCheckout)
    await user.click(screen.getByRole('radio', { name: 'Boleto' }))
    await user.type(field('Email'), 'ana@example.com')
    await user.click(screen.getByRole('button', { name: /^Pay/ }))
    expect(field('Full name')).toHaveFocus()
    await user.type(field('CPF or CNPJ'), '52998224724')
    await user.tab()
    expect(field('CPF or CNPJ')).toHaveAccessibleDescription(/not right/)
  })
})

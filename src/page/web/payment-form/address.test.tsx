// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PageCheckout } from '#contract/page.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const field = (name: string) => screen.getByLabelText(name)
const { collect } = pageCheckouts.everyField
const pixOnly: PageCheckout = {
  ...openCheckout,
  methods: ['pix'],
  collect: { ...collect, name: 'hidden', taxId: 'hidden' },
}
const known = {
  ...openCheckout.customer,
  phone: '+5511987654321',
  billingAddress: {
    line1: 'Rua da Consolação, 1000',
    city: 'São Paulo',
    state: 'São Paulo',
    postalCode: '01302000',
    country: 'BR',
  },
}

describe('an address', () => {
  it("has its country's labels and options", async () => {
    const { user } = await renderPage(pixOnly)
    expect(field('CEP')).toHaveAttribute('inputmode', 'numeric')
    expect(field('CEP')).toBeRequired()
    expect(field('State')).toHaveDisplayValue('–')
    await user.selectOptions(field('State'), 'São Paulo')
    expect(field('State')).toHaveValue('SP')
    await user.selectOptions(field('Country'), 'PT')
    expect(field('Postal code')).toHaveAttribute('inputmode', 'text')
    expect(field('State')).toHaveAttribute('type', 'text')
    expect(field('State')).toHaveValue('')
    expect(field('State')).not.toBeRequired()
  })

  it('keeps values that are valid in another country', async () => {
    const { user } = await renderPage({ ...pixOnly, customer: known })
    expect(field('Phone')).toHaveValue('(11) 98765-4321')
    expect(field('CEP')).toHaveValue('01302-000')
    expect(field('State')).toHaveValue('SP')
    await user.selectOptions(field('Country'), 'PT')
    expect(field('Phone')).toHaveValue('+55 11 98765-4321')
    expect(field('Postal code')).toHaveValue('01302-000')
    await user.selectOptions(field('Country'), 'BR')
    expect(field('Phone')).toHaveValue('(11) 98765-4321')
    // The other country had no such states, and the CEP chooses one.
    await waitFor(() => expect(field('State')).toHaveValue('SP'))
  })

  it('has a field for the number in Brazil, and one line abroad', async () => {
    const { user } = await renderPage(pixOnly)
    await user.type(field('Street'), 'Rua Augusta')
    await user.type(field('Number'), '12 A')
    await user.type(field('District'), 'Consolação')
    await user.selectOptions(field('Country'), 'PT')
    expect(field('Street and number')).toHaveValue('Rua Augusta, 12 A')
    expect(screen.queryByLabelText('Number')).toBeNull()
    await user.selectOptions(field('Country'), 'BR')
    expect(field('Street')).toHaveValue('Rua Augusta')
    expect(field('Number')).toHaveValue('12 A')
    expect(field('District')).toHaveValue('')
  })

  it.each([
    ['Rua da Consolação, 1000, ap 4', 'Rua da Consolação', '1000, ap 4'],
    ['Estrada Velha, S/N', 'Estrada Velha', 'S/N'],
    ['Rua 7 de Setembro', 'Rua 7 de Setembro', ''],
  ])('of the merchant, %j, is shown in its fields', async (line1, street, number) => {
    const billingAddress = { line1, district: 'Centro', city: 'São Paulo', country: 'BR' }
    await renderPage({ ...pixOnly, customer: { billingAddress } })
    expect(field('Street')).toHaveValue(street)
    expect(field('Number')).toHaveValue(number)
    expect(field('District')).toHaveValue('Centro')
  })

  it('clears errors when the country changes', async () => {
    const { user } = await renderPage(pixOnly)
    await user.type(field('CEP'), '0130')
    await user.tab()
    expect(field('CEP')).toHaveAttribute('aria-invalid', 'true')
    await user.selectOptions(field('Country'), 'PT')
    expect(field('Postal code')).toHaveAttribute('aria-invalid', 'false')
  })

  it('is sent as shown in the fields', async () => {
    const { user, backend } = await renderPage(pixOnly)
    await user.type(field('Email'), 'ana@example.com')
    await user.type(field('Phone'), '11987654321')
    // The state of this CEP is disputed, so the page chooses none.
    await user.type(field('CEP'), '78900000')
    await user.type(field('Street'), 'Rua da Consolação')
    await user.type(field('Number'), '1000')
    await user.type(field('District'), 'Consolação')
    await user.type(field('City'), 'São Paulo')
    await user.click(screen.getByRole('button', { name: 'Get Pix code' }))
    expect(field('State')).toHaveFocus()
    expect(field('State')).toHaveAccessibleDescription(/Enter the state/)
    await user.selectOptions(field('State'), 'São Paulo')
    await user.click(screen.getByRole('button', { name: 'Get Pix code' }))
    expect(backend.posts()[0]?.body).toMatchObject({
      customer: {
        phone: '+5511987654321',
        billingAddress: {
          line1: 'Rua da Consolação, 1000',
          district: 'Consolação',
          postalCode: '78900-000',
          state: 'SP',
          country: 'BR',
        },
      },
    })
  })

  it('requires no postal code where a country has none', async () => {
    const merchant = { ...openCheckout.merchant, country: 'AE' }
    const customer = { ...known, billingAddress: { ...known.billingAddress, country: 'AE' } }
    const { user, backend } = await renderPage({ ...pixOnly, merchant, customer })
    await user.type(field('Email'), 'ana@example.com')
    await user.clear(field('Postal code'))
    await user.click(screen.getByRole('button', { name: 'Get Pix code' }))
    expect(backend.posts()[0]?.body).toMatchObject({
      customer: { billingAddress: { city: 'São Paulo', state: 'São Paulo' } },
    })
    expect(backend.posts()[0]?.body).not.toHaveProperty('customer.billingAddress.postalCode')
  })
})

describe('the enter key', () => {
  function touch(isCoarse: boolean) {
    vi.stubGlobal('matchMedia', () => ({ matches: isCoarse }))
  }

  it('is labelled "next", and "go" in the last field', async () => {
    await renderPage({ ...pixOnly, collect: { ...pixOnly.collect, billingAddress: 'hidden' } })
    expect(field('Email')).toHaveAttribute('enterkeyhint', 'next')
    expect(field('Phone')).toHaveAttribute('enterkeyhint', 'go')
  })

  it('moves to the next field on a touch keyboard', async () => {
    touch(true)
    await renderPage(pixOnly)
    const isDone = fireEvent.keyDown(field('Email'), { key: 'Enter' })
    expect(isDone).toBe(false)
    expect(field('Phone')).toHaveFocus()
  })

  it('submits on a desktop keyboard', async () => {
    touch(false)
    const { user } = await renderPage(pixOnly)
    await user.type(field('Email'), '{Enter}')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/Check 6 fields/))
  })
})

// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { PageCheckout } from '#contract/page.ts'
import { openCheckout, pageCheckouts } from '#proof/testing/page-checkouts.ts'
import { renderPage } from '#proof/testing/render-page.tsx'

const field = (name: string) => screen.getByLabelText(name)
const announced = (text: string | RegExp) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
      typeof text === 'string' ? text : expect.stringMatching(text),
    ),
  )
const { collect } = pageCheckouts.everyField
const withAddress: PageCheckout = {
  ...openCheckout,
  methods: ['pix'],
  collect: { ...collect, name: 'hidden', taxId: 'hidden' },
}
const AVENUE = {
  street: 'Avenida Paulista',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

describe('a CEP', () => {
  it('chooses the state, and says so', async () => {
    const { user } = await renderPage(withAddress)
    await user.type(field('CEP'), '0130200')
    expect(field('State')).toHaveValue('')
    await user.type(field('CEP'), '0')
    await waitFor(() => expect(field('State')).toHaveValue('SP'))
    await announced('State: São Paulo')
    expect(field('CEP')).toHaveFocus()
    await user.clear(field('CEP'))
    await user.type(field('CEP'), '69301000')
    await waitFor(() => expect(field('State')).toHaveValue('RR'))
  })

  it('is sent with the state that it chose', async () => {
    const { user, backend } = await renderPage(withAddress)
    await user.type(field('Email'), 'ana@example.com')
    await user.type(field('Phone'), '11987654321')
    await user.type(field('CEP'), '01302000')
    await user.type(await number(), 's/n')
    await user.type(field('Street'), 'Rua da Consolação')
    await user.type(field('City'), 'São Paulo')
    await user.click(screen.getByRole('button', { name: 'Get Pix code' }))
    expect(backend.posts()[0]?.body).toMatchObject({
      customer: { billingAddress: { line1: 'Rua da Consolação, s/n', state: 'SP' } },
    })
  })

  it('never changes a state that the shopper chose, and is no error', async () => {
    const { user } = await renderPage(withAddress)
    await user.selectOptions(field('State'), 'Bahia')
    await user.type(field('CEP'), '01302000')
    await user.tab()
    await user.selectOptions(field('Country'), 'BR')
    expect(field('State')).toHaveValue('BA')
    expect(field('State')).toHaveAttribute('aria-invalid', 'false')
    expect(field('CEP')).toHaveAttribute('aria-invalid', 'false')
  })

  it('clears the error of a missing state', async () => {
    const { user } = await renderPage(withAddress)
    await user.click(screen.getByRole('button', { name: 'Get Pix code' }))
    expect(field('State')).toHaveAttribute('aria-invalid', 'true')
    await user.type(field('CEP'), '01302000')
    await waitFor(() => expect(field('State')).toHaveAttribute('aria-invalid', 'false'))
  })

  it('chooses nothing abroad', async () => {
    const { user } = await renderPage(withAddress)
    await user.selectOptions(field('Country'), 'PT')
    await user.type(field('Postal code'), '01302000')
    await user.type(field('Email'), 'ana@gmial.com')
    await user.tab()
    await screen.findByRole('button', { name: /ana@gmail.com/ })
    expect(field('State')).toHaveValue('')
  })
})

const number = () => screen.findByLabelText('Number')

describe("the operator's service", () => {
  it('fills in street, city and state, once for a CEP', async () => {
    const places = vi.fn<(cep: string) => Response>(() => Response.json(AVENUE))
    const { user } = await renderPage(withAddress, { places })
    await user.type(field('CEP'), '01310100')
    await waitFor(() => expect(field('City')).toHaveValue('São Paulo'))
    expect(field('Street')).toHaveValue('Avenida Paulista')
    expect(field('District')).toHaveValue('Bela Vista')
    expect(field('CEP')).toHaveFocus()
    await announced('Street: Avenida Paulista. District: Bela Vista. City: São Paulo')
    expect(places.mock.calls).toEqual([['01310100']])
  })

  it('changes nothing that the shopper wrote', async () => {
    const { user } = await renderPage(withAddress, { places: () => Response.json(AVENUE) })
    await user.type(field('City'), 'Osasco')
    await user.type(field('CEP'), '01310100')
    await waitFor(() => expect(field('Street')).toHaveValue('Avenida Paulista'))
    expect(field('City')).toHaveValue('Osasco')
  })

  it('leaves the number to the shopper, who must give one or "s/n"', async () => {
    const { user, backend } = await renderPage(withAddress, { places: () => Response.json(AVENUE) })
    const pay = screen.getByRole('button', { name: 'Get Pix code' })
    await user.type(field('Email'), 'ana@example.com')
    await user.type(field('Phone'), '11987654321')
    await user.type(field('CEP'), '01310100')
    await waitFor(() => expect(field('City')).toHaveValue('São Paulo'))
    await user.click(pay)
    expect(field('Number')).toHaveFocus()
    expect(field('Number')).toHaveAttribute('aria-invalid', 'true')
    expect(backend.posts()).toEqual([])
    await user.type(field('Number'), '1578')
    await user.click(pay)
    expect(backend.posts()[0]?.body).toMatchObject({
      customer: {
        billingAddress: { line1: 'Avenida Paulista, 1578', district: 'Bela Vista' },
      },
    })
  })

  it.each([
    ['no address', () => new Response(null, { status: 204 })],
    ['something else', () => Response.json({ street: 7 })],
    ['no JSON', () => new Response('<html>')],
    ['nothing', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('may answer with %s: the state is known all the same', async (_what, places) => {
    const { user } = await renderPage(withAddress, { places })
    await user.type(field('CEP'), '01310100')
    await waitFor(() => expect(field('State')).toHaveValue('SP'))
    await user.type(field('City'), 'São Paulo')
    expect(field('Street')).toHaveValue('')
    expect(field('City')).toHaveValue('São Paulo')
  })

  it('answers too late for another CEP', async () => {
    const late = Promise.withResolvers<Response>()
    const santos = Response.json({ street: 'Rua XV', city: 'Santos', state: 'SP' })
    const places = (cep: string) => (cep === '01310100' ? late.promise : santos)
    const { user } = await renderPage(withAddress, { places })
    await user.type(field('CEP'), '01310100')
    await user.clear(field('CEP'))
    await user.type(field('CEP'), '11010150')
    await waitFor(() => expect(field('City')).toHaveValue('Santos'))
    late.resolve(Response.json(AVENUE))
    await user.tab()
    expect(field('City')).toHaveValue('Santos')
  })
})

describe('a mistyped e-mail', () => {
  const onlyEmail: PageCheckout = { ...openCheckout, methods: ['pix'] }

  it('is corrected by one button, which gives the focus back', async () => {
    const { user } = await renderPage(onlyEmail)
    await user.type(field('Email'), 'ana@gmial.com')
    expect(screen.queryByRole('button', { name: /Did you mean/ })).toBeNull()
    await user.tab()
    const button = await screen.findByRole('button', { name: 'Did you mean ana@gmail.com?' })
    await announced('Did you mean ana@gmail.com?')
    expect(field('Email')).toHaveAttribute('aria-invalid', 'false')
    await user.click(button)
    expect(field('Email')).toHaveValue('ana@gmail.com')
    expect(field('Email')).toHaveFocus()
    expect(button).not.toBeInTheDocument()
  })

  it('never keeps anybody from paying', async () => {
    const { user, backend } = await renderPage(onlyEmail)
    await user.type(field('Email'), 'ana@gmial.com')
    await user.tab()
    await screen.findByRole('button', { name: /Did you mean/ })
    await user.click(screen.getByRole('button', { name: 'Get Pix code' }))
    expect(backend.posts()[0]?.body).toMatchObject({ customer: { email: 'ana@gmial.com' } })
  })

  it('is offered no more while the shopper writes on', async () => {
    const { user } = await renderPage(onlyEmail)
    await user.type(field('Email'), 'ana@gmial.com')
    await user.tab()
    await screen.findByRole('button', { name: /Did you mean/ })
    await user.type(field('Email'), '.br')
    expect(screen.queryByRole('button', { name: /Did you mean/ })).toBeNull()
  })
})

describe('a text field that is left', () => {
  it('shows its text without spaces at both ends', async () => {
    const { user } = await renderPage(withAddress)
    await user.type(field('City'), '  São Paulo ')
    await user.tab()
    expect(field('City')).toHaveValue('São Paulo')
    await user.clear(field('City'))
    await user.type(field('City'), '  ')
    await user.tab()
    expect(field('City')).toHaveValue('')
  })
})

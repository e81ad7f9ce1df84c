import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billingAddressOf } from './address.ts'

const at = (country: string, line1: string, changes: object = {}) =>
  billingAddressOf({ line1, city: 'X', country, postalCode: '1', state: 'NY', ...changes })

describe('the number of a house', () => {
  it.each<[string, string, string, string]>([
    ['BR', 'Avenida Paulista, 1000', 'Avenida Paulista', '1000'],
    ['BR', 'Av. Paulista, 1578, conj. 42', 'Av. Paulista', '1578, conj. 42'],
    ['BR', 'Rua Augusta, 200 - Bela Vista', 'Rua Augusta', '200 - Bela Vista'],
    ['BR', 'Rua das Flores, s/n', 'Rua das Flores', 's/n'],
    ['BR', 'Rua das Flores, nº 12', 'Rua das Flores', 'nº 12'],
    ['BR', 'Rua 25 de Março, 100', 'Rua 25 de Março', '100'],
    ['BR', '25 de Março, 100', '25 de Março', '100'],
    ['BR', 'Rua Augusta, fundos, 200', 'Rua Augusta, fundos', '200'],
    ['BR', 'Rua Vergueiro 3185', 'Rua Vergueiro', '3185'],
    ['BR', 'Rua 25 de Março', 'Rua 25 de Março', 'Rua 25 de Março'],
    ['PT', 'Rua Augusta 24', 'Rua Augusta', '24'],
    ['PT', 'Avenida da Liberdade, 110, 3º', 'Avenida da Liberdade', '110, 3º'],
    ['PT', 'Largo do Carmo', 'Largo do Carmo', 'Largo do Carmo'],
    ['DE', 'Hauptstraße 12a', 'Hauptstraße', '12a'],
    ['DE', 'Hauptstraße 12 a', 'Hauptstraße', '12 a'],
    ['DE', 'Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
    ['DE', 'Unter den Linden 77-79', 'Unter den Linden', '77-79'],
    ['DE', 'Platz der Republik', 'Platz der Republik', 'Platz der Republik'],
    ['AT', 'Stephansplatz 3/2', 'Stephansplatz', '3/2'],
    ['AT', 'Mariahilfer Straße 1d', 'Mariahilfer Straße', '1d'],
    ['CH', 'Bahnhofstrasse 21', 'Bahnhofstrasse', '21'],
    ['CH', 'Rue du Rhône 8', 'Rue du Rhône', '8'],
    ['NL', 'Damrak 1-5', 'Damrak', '1-5'],
    ['NL', 'Keizersgracht 123B', 'Keizersgracht', '123B'],
    ['NL', '1e Jan Steenstraat 12', '1e Jan Steenstraat', '12'],
    ['BE', 'Rue de la Loi 16', 'Rue de la Loi', '16'],
    ['BE', 'Meir 24/3', 'Meir', '24/3'],
    ['FR', '12 rue de Rivoli', 'rue de Rivoli', '12'],
    ['FR', '12, rue de Rivoli', 'rue de Rivoli', '12'],
    ['FR', '12 bis rue de Rivoli', 'rue de Rivoli', '12 bis'],
    ['FR', '8B avenue Foch', 'avenue Foch', '8B'],
    ['FR', '3 rue du 8 Mai 1945', 'rue du 8 Mai 1945', '3'],
    ['FR', 'Le Bourg', 'Le Bourg', 'Le Bourg'],
    ['GB', '10 Downing Street', 'Downing Street', '10'],
    ['GB', '221B Baker Street', 'Baker Street', '221B'],
    ['GB', 'Rose Cottage', 'Rose Cottage', 'Rose Cottage'],
    ['GB', 'Flat 3, 12 High Street', 'Flat 3, 12 High Street', 'Flat 3, 12 High Street'],
    ['IE', '1 Grafton Street', 'Grafton Street', '1'],
    ['IE', '12-14 College Green', 'College Green', '12-14'],
    ['US', '1600 Pennsylvania Avenue NW', 'Pennsylvania Avenue NW', '1600'],
    ['US', '350 5th Avenue', '5th Avenue', '350'],
    ['US', '123 Main St, Apt 4', 'Main St, Apt 4', '123'],
    ['US', '5th Avenue', '5th Avenue', '5th Avenue'],
    ['US', 'PO Box 123', 'PO Box 123', 'PO Box 123'],
    ['CA', '24 Sussex Drive', 'Sussex Drive', '24'],
    ['CA', '1 rue Notre-Dame Est', 'rue Notre-Dame Est', '1'],
    ['AU', '5/12 George Street', 'George Street', '5/12'],
    ['AU', '200 George Street', 'George Street', '200'],
    ['ES', 'Calle Mayor, 5, 2º B', 'Calle Mayor', '5, 2º B'],
    ['ES', 'Calle de Alcalá 45', 'Calle de Alcalá', '45'],
    ['ES', 'Plaza 2 de Mayo 7', 'Plaza 2 de Mayo', '7'],
    ['IT', 'Via Roma, 10/A', 'Via Roma', '10/A'],
    ['IT', 'Via XX Settembre 12', 'Via XX Settembre', '12'],
    ['IT', 'Corso Vittorio Emanuele II, 3', 'Corso Vittorio Emanuele II', '3'],
    ['PL', 'ul. Marszałkowska 10/12', 'ul. Marszałkowska', '10/12'],
    ['PL', 'Rynek Główny 1', 'Rynek Główny', '1'],
    ['SE', 'Drottninggatan 71C', 'Drottninggatan', '71C'],
    ['DK', 'Strøget 12', 'Strøget', '12'],
    ['MX', 'Av. Juárez 20', 'Av. Juárez', '20'],
    ['MX', 'Calle 5 de Mayo, 10, Int. 3', 'Calle 5 de Mayo', '10, Int. 3'],
    ['AR', 'Avenida Corrientes 1234', 'Avenida Corrientes', '1234'],
    ['CO', 'Carrera 7 # 71-21', 'Carrera 7', '71-21'],
    ['JP', '1-1 Chiyoda', 'Chiyoda', '1-1'],
    ['JP', '千代田区千代田1-1', '千代田区千代田1-1', '千代田区千代田1-1'],
  ])('%s %j is %j, %j', (country, line1, street, houseNumberOrName) => {
    expect(at(country, line1)).toMatchObject({ street, houseNumberOrName })
  })

  it('is the whole line where none is seen, and the street is the second line', () => {
    expect(at('GB', 'Rose Cottage', { line2: 'Mill Lane' })).toMatchObject({
      street: 'Mill Lane',
      houseNumberOrName: 'Rose Cottage',
    })
  })
})

describe('the rest of an address', () => {
  it.each([
    ['BR', '01310-100', '01310-100'],
    ['US', '94105-1234', '94105'],
    ['US', '941', '941'],
    ['US', 'none', '0'],
    ['IR', '12345-678901', '12345-6789'],
    ['AE', undefined, '0'],
    ['AE', ' ', '0'],
  ])('in %s with the postal code %j has %j', (country, postalCode, expected) => {
    expect(at(country, 'A 1', { postalCode })?.postalCode).toBe(expected)
  })

  it.each([
    ['US', 'ca', 'CA'],
    ['CA', 'ON', 'ON'],
    ['BR', 'SP', 'SP'],
    ['AU', 'NSW', 'NSW'],
    ['AR', 'Buenos Aires', undefined],
    ['DE', undefined, undefined],
    ['DE', ' ', undefined],
  ])('in %s with the state %j has %j', (country, state, expected) => {
    expect(at(country, 'A 1', { state })?.stateOrProvince).toBe(expected)
  })

  it.each([
    ['US', 'California'],
    ['US', undefined],
    ['CA', 'Québec'],
  ])('in %s with the state %j is not sent', (country, state) => {
    expect(at(country, 'A 1', { state })).toBeUndefined()
  })
})

it('any address is within the lengths of the document, and no part is empty', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
  const line = text.filter((value) => value.trim() !== '')
  fc.assert(
    fc.property(
      fc.record({
        line1: fc.oneof(line, fc.stringMatching(/^[A-Z 0-9,/#-]{1,80}[0-9]$/)),
        line2: fc.option(text, { nil: undefined }),
        city: line,
        country: fc.constantFrom('BR', 'US', 'GB', 'DE'),
        state: fc.option(text, { nil: undefined }),
        postalCode: fc.option(text, { nil: undefined }),
      }),
      (address) => {
        const sent = billingAddressOf(address)
        expect(Object.values(sent ?? {}).every((part) => part.trim() !== '')).toBe(true)
        expect(sent?.postalCode.length ?? 0).toBeLessThanOrEqual(10)
        expect(sent?.stateOrProvince?.length ?? 0).toBeLessThanOrEqual(3)
      },
    ),
  )
})

import { statement, type Queryable, type Statement } from './database.ts'

/**
 * Whose due work: everybody's, as in production; that of merchants who live in real time; or of one merchant, whose
 * clock may be its own.
 */
export type Whose = 'everybody' | 'in real time' | { merchantId: string }

interface OfSome {
  label: string
  /** Names the merchant of a row. */
  merchantId: string
  /** The first parameter that the text does not use. */
  parameter: number
  /** Also asked of the rows of one merchant, whose clock can jump; begins with "and". */
  ofMerchant?: string
  /** The statement with a further condition on rows, which begins with "and". */
  text: (condition: string) => string
}

/** A statement on due rows that can be asked for some merchants only. Without a choice it knows nothing of clocks. */
export function statementOfSome({ label, merchantId, parameter, ofMerchant = '', text }: OfSome) {
  const everybody = statement(label, text(''))
  const inRealTime = statement(
    `${label} in real time`,
    text(
      `and not exists (select from sandbox_clocks clock where clock.merchant_id = ${merchantId})`,
    ),
  )
  const ofOne = statement(
    `${label} of merchant`,
    text(`and ${merchantId} = $${parameter}::uuid ${ofMerchant}`),
  )

  return <Row>(db: Queryable, whose: Whose, values: readonly unknown[]): Promise<Row[]> => {
    const [chosen, more]: [Statement, unknown[]] =
      whose === 'everybody'
        ? [everybody, []]
        : whose === 'in real time'
          ? [inRealTime, []]
          : [ofOne, [whose.merchantId]]
    return db.query<Row>(chosen, [...values, ...more])
  }
}

import { describe, expect, it } from 'vitest'
import { each, openTestAdapter, type Reply } from '#proof/testing/adyen/open-test-adapter.ts'
import { KNOWN, PAYMENT_ID, PSP } from '#proof/testing/adyen/test-payments.ts'
import { NotConnected } from '../http/http.ts'
import { isProcessorNotAsked, isProcessorRefused, isProcessorSilent } from '../processor.ts'

const RESULT = 'X6XtfGC3!Y+/%3D'
const AUTHORISED: Reply = [200, { resultCode: 'Authorised', pspReference: PSP }]
const DETAILS = 'POST /payments/details'
const known = { ...KNOWN, state: { result: 'RedirectShopper' } }

function complete(replies: Reply[], returned: Record<string, string> = { redirectResult: RESULT }) {
  const { processor, asked } = openTestAdapter(replies)
  return { asked, outcome: processor.completeAction?.(known, returned) }
}

describe('what came back from a challenge', () => {
  it('is given as it came, and nothing else of it', async () => {
    const { asked, outcome } = complete([AUTHORISED], { redirectResult: RESULT, MD: 'other' })
    expect(await outcome).toMatchObject({
      status: 'authorized',
      authorizedMinor: 25_990,
      state: { psp: PSP, result: 'Authorised' },
    })
    expect(asked).toMatchObject([{ what: DETAILS, body: { details: { redirectResult: RESULT } } }])
    expect(Object.keys(Object(asked[0]?.body))).toEqual(['details'])
    expect(asked[0]?.key).toMatch(new RegExp(`^det-${PAYMENT_ID}-[0-9a-f]{16}$`))
    expect(asked[0]?.key?.length).toBeLessThanOrEqual(64)
  })

  it('has the same key when it is given again, and another one has another', async () => {
    const keyOf = async (redirectResult: string) => {
      const { asked, outcome } = complete([AUTHORISED], { redirectResult })
      await outcome
      return asked[0]?.key
    }
    expect(await keyOf(RESULT)).toBe(await keyOf(RESULT))
    expect(await keyOf(RESULT)).not.toBe(await keyOf(`${RESULT}1`))
  })

  it.each([{}, { redirectResult: '' }, { redirectResult: 'x'.repeat(20_001) }, { MD: 'x' }])(
    'is not given where it is no result',
    async (returned) => {
      const { asked, outcome } = complete([], returned)
      await expect(outcome).rejects.toSatisfy(isProcessorRefused)
      expect(asked).toEqual([])
    },
  )

  it('is given at its full length', async () => {
    const { outcome } = complete([AUTHORISED], { redirectResult: 'x'.repeat(20_000) })
    expect(await outcome).toMatchObject({ status: 'authorized' })
  })

  it.each<[string, Reply, object]>([
    [
      'refused',
      [200, { resultCode: 'Refused', refusalReasonCode: '11', pspReference: PSP }],
      { status: 'failed', declineCode: 'authentication_failed' },
    ],
    ['pending', [200, { resultCode: 'Pending' }], { status: 'processing' }],
    [
      'redirected again',
      [
        200,
        {
          resultCode: 'RedirectShopper',
          action: {
            type: 'redirect',
            method: 'GET',
            url: 'https://checkoutshopper-test.adyen.com/2',
          },
        },
      ],
      { status: 'requires_action' },
    ],
  ])('may leave a payment %s', async (_, reply, expected) => {
    expect(await complete([reply]).outcome).toMatchObject(expected)
  })

  it.each<[string, Reply[], (error: unknown) => boolean]>([
    ['that is refused, ends no payment', [[422, { errorCode: '14_0408' }]], isProcessorRefused],
    ['whose account is refused, is kept', [[401, '']], isProcessorNotAsked],
    ['without a connection, is kept', [new NotConnected('ECONNREFUSED')], isProcessorNotAsked],
    ['that is not answered, is kept', each(new Error('timeout')), isProcessorSilent],
    ['that is under way, is kept', each([409, { errorCode: '704' }]), isProcessorSilent],
    ['without a result, is kept', [[200, {}]], isProcessorSilent],
  ])('%s', async (_, replies, is) => {
    const { outcome } = complete(replies)
    await expect(outcome).rejects.toSatisfy(is)
    await expect(outcome).rejects.not.toThrow(RESULT)
  })
})

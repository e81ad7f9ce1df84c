/** Test cards of the sandbox, by outcome. Each works with any future expiry date and any security code. */
export const CARDS = {
  success: '4242 4242 4242 4242',
  visa: '4242 4242 4242 4242',
  mastercard: '5555 5555 5555 4444',
  amex: '3782 822463 10005',
  elo: '6362 9700 0045 7013',
  hipercard: '6062 8288 8866 6688',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  lost: '4000 0000 0000 9987',
  stolen: '4000 0000 0000 9979',
  expired: '4000 0000 0000 0069',
  incorrectCode: '4000 0000 0000 0127',
  processingError: '4000 0000 0000 0119',
  suspectedFraud: '4100 0000 0000 0019',
  limitExceeded: '4000 0000 0000 6975',
  issuerUnavailable: '4000 5030 0000 0005',
  notSupported: '4000 4150 0000 0002',
  blocked: '4000 4230 0000 0006',
  /** Succeeds; 5 seconds later its holder disputes it, and the money is taken back. */
  disputedAsFraud: '4000 0000 0000 0259',
  disputedAsNotReceived: '4000 0000 0000 2685',
  /** Succeeds; 5 seconds later its holder's bank asks, and takes nothing yet. */
  inquired: '4000 0000 0000 1976',
  /** Succeeds; a refund of it succeeds, and its money comes back 5 seconds later. */
  refundComesBack: '4000 0000 0000 5126',
  /** Succeeds; a refund of it is pending for 5 seconds. */
  refundPending: '4000 0000 0000 7726',
  /** 3-D Secure challenge first: `checkout.answerBank('complete')`. */
  challenge: '4000 0025 0000 3155',
  /** `processing` for some seconds, then succeeds. */
  processing: '4000 2020 0000 0004',
  /**
   * The payment succeeds, but the processor's response is lost: the page shows `checking` after up to 10 seconds, and the
   * result some 15 later. Give the two expectations a `timeout` of 20 and 30 seconds.
   */
  silent: '4000 5040 0000 0003',
  /** Stays undecided until `sandbox.simulate`. */
  undecided: '4000 5040 0000 0011',
} as const

type ErrorType = 'validation' | 'security' | 'internal' | 'configuration'

/** `ServiceError` of v72. Texts change between years; the code is what counts. */
export class ServiceError extends Error {
  readonly status: number
  readonly errorCode: string
  readonly errorType: ErrorType
  /** Whether the same request may be sent again; the header `transient-error`. */
  readonly isTransient: boolean | undefined

  constructor(
    status: number,
    errorCode: string,
    message: string,
    {
      errorType = 'validation',
      isTransient,
    }: { errorType?: ErrorType; isTransient?: boolean } = {},
  ) {
    super(message)
    this.status = status
    this.errorCode = errorCode
    this.errorType = errorType
    this.isTransient = isTransient
  }

  get body(): object {
    const { status, errorCode, message, errorType } = this
    return { status, errorCode, message, errorType }
  }
}

export function unauthorized(): ServiceError {
  return new ServiceError(401, '000', 'HTTP Status Response - Unauthorized', {
    errorType: 'security',
  })
}

/** Asked again while, or after, the first is under way: it says nothing of the outcome. */
export function alreadyAsked(isTransient?: boolean): ServiceError {
  return new ServiceError(422, '704', 'request already processed or in progress', {
    ...(isTransient !== undefined && { isTransient }),
  })
}

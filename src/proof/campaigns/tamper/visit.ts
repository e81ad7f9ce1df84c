/** A browser window, as far as the campaign needs one. */
export interface Visit {
  /** Resolves once the page has loaded, or has navigated away. */
  open(url: string): Promise<void>
  /** Submits the injected form natively, without scripts of the page. */
  submit(): Promise<void>
  url(): Promise<string>
  /** Descriptions of what ran in the page or its frames and must not. */
  findFaults(): Promise<string[]>
  close(): Promise<void>
}

/** The injected form. */
export const STEALING_FORM = '#steal'
/** Every payload that runs sets this. */
export const RAN = `'__x' in window`

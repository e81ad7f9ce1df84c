/** A window of some browser, as far as the campaign needs one. */
export interface Visit {
  /** Once the page is loaded, or has led elsewhere. */
  open(url: string): Promise<void>
  /** Sends the injected form, as the browser itself would: no script of the page is asked. */
  submit(): Promise<void>
  url(): Promise<string>
  /** What ran in the page or in a frame of it that must not, in words. */
  findFaults(): Promise<string[]>
  close(): Promise<void>
}

/** The injected form. */
export const STEALING_FORM = '#steal'
/** What everything that was slipped in sets wherever it runs. */
export const RAN = `'__x' in window`

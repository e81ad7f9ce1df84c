export type Scheme = 'light' | 'dark'
export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Escape' | 'ArrowUp' | 'ArrowDown'
export type Role = 'button' | 'heading' | 'image' | 'link' | 'radio' | 'textbox'

/** A browser engine, driven by its vendor's own automation protocol. */
export interface Engine {
  name: string
  launch(scheme: Scheme): Promise<EngineBrowser>
}

export interface EngineBrowser {
  newPage(): Promise<EnginePage>
  close(): Promise<void>
}

/** A window's document, or that of a frame. */
export interface EngineDocument {
  /** The visible element with this role and exact accessible name, as the engine's accessibility tree has it. */
  find(role: Role, name: string): Promise<Control | undefined>
  /** The element of a CSS selector. Firefox gives no accessibility tree of a document that is still loading. */
  select(selector: string): Promise<Control | undefined>
  /** Evaluates an expression; its value is JSON. */
  evaluate(expression: string): Promise<unknown>
}

export interface EnginePage extends EngineDocument {
  /** Starts to load an address. */
  goTo(url: string): Promise<void>
  /** Starts to load the address again. */
  reload(): Promise<void>
  frame(title: string): Promise<EngineDocument | undefined>
  /** Presses a key at the focused element. */
  press(key: Key): Promise<void>
  /** Types at the focused element. */
  write(text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** A PNG of the viewport. */
  screenshot(): Promise<Uint8Array>
  /** All console errors so far, CSP violations included. */
  troubles(): Promise<string[]>
  close(): Promise<void>
}

export interface Control {
  click(): Promise<void>
  /** Replaces the text, key by key. */
  type(text: string): Promise<void>
}

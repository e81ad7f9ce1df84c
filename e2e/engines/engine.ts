export type Scheme = 'light' | 'dark'
export type Key = 'Tab' | 'Enter'
export type Role = 'button' | 'heading' | 'image' | 'link' | 'radio' | 'textbox'

/** A browser's engine, as far as the flows need one. Each is driven by what its makers maintain for that. */
export interface Engine {
  name: string
  launch(scheme: Scheme): Promise<EngineBrowser>
}

export interface EngineBrowser {
  newPage(): Promise<EnginePage>
  close(): Promise<void>
}

/** What stands in a window, or in a frame of it. */
export interface EngineDocument {
  /** What the engine itself tells assistive technology to have this role and exactly this name, if it can be seen. */
  find(role: Role, name: string): Promise<Control | undefined>
  /** The value of an expression, which is JSON. */
  evaluate(expression: string): Promise<unknown>
}

export interface EnginePage extends EngineDocument {
  goTo(url: string): Promise<void>
  reload(): Promise<void>
  frame(title: string): Promise<EngineDocument | undefined>
  /** Presses a key wherever the focus is. */
  press(key: Key): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** A picture in PNG of what can be seen. */
  screenshot(): Promise<Uint8Array>
  /** Everything so far that would be red in the console: errors, and what the content security policy refused. */
  troubles(): Promise<string[]>
  close(): Promise<void>
}

export interface Control {
  click(): Promise<void>
  /** Types a text instead of what stands there, key by key. */
  type(text: string): Promise<void>
}

// The part of libpg-query below its own index: a factory of instances, so that one that broke can be replaced.
declare module 'libpg-query/wasm/libpg-query.js' {
  /** PgQueryInstance is one instance of the parser with its own memory; pointers are numbers, 0 is none. */
  export interface PgQueryInstance {
    getValue(pointer: number, type: 'i32'): number
    UTF8ToString(pointer: number): string
    stringToUTF8(text: string, pointer: number, bytes: number): void
    lengthBytesUTF8(text: string): number
    _malloc(bytes: number): number
    _free(pointer: number): void
    _wasm_parse_query_raw(text: number): number
    _wasm_free_parse_result(result: number): void
    _wasm_scan(text: number): number
    _wasm_free_string(text: number): void
  }
  // biome-ignore lint/style/noDefaultExport: the package exports nothing else
  export default function createInstance(): Promise<PgQueryInstance>
}

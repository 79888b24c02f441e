/** `lang` of a name, plate or note in Chinese, so that English pages read it aloud as Chinese. Kana is Japanese. */
export const langOf = (text: unknown): 'zh-CN' | undefined =>
  typeof text === 'string' && /^[^\p{sc=Kana}\p{sc=Hira}]*\p{sc=Han}[^\p{sc=Kana}\p{sc=Hira}]*$/u.test(text)
    ? 'zh-CN'
    : undefined

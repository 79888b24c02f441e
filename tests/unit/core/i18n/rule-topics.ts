import type { Locale } from '@handsfree/core/contract'

export type Topic = {
  /** Matches sentences about the topic in any wording. */
  about: RegExp
  /** Matches text that is forbidden in a sentence about the topic. */
  never: RegExp
}

/** Rules that must be the same on all pages. `promised-rules/<locale>.txt` has the reviewed sentences. */
export const topics: Record<Locale, Record<string, Topic>> = {
  'en-US': {
    'who collects with what': {
      about:
        /\bclaim codes?\b|\bholder of\b|\bshowing this code\b|\bpassports?\b|\bIDs?\b|\bcollect(?:s|ed|ing)?\b|\b(?:recipient|traveler)’s name\b|\bname (?:is|with|on)\b|\bsign (?:for|it)\b|\byou sign\b(?! in)/i,
      never:
        /\bpassports?\b|\bIDs?\b|\bto nobody\b|\bnames? (?:is|are) (?:checked|asked)\b|\bpickup codes?\b|\bsign (?:for|it)\b|\byou sign\b(?! in)/i,
    },
    'who waits for whom': {
      about:
        /\b(?:need|have|needs) (?:no|to) wait|\bcouriers? (?:waits?|stays?)\b|\bwait(?:ing)? for (?:you|me|the courier|a courier)\b|\b(?:couriers?|desk)\b.*\bminutes\b|\bnobody\b|\bcan wait\b|\bneed to wait\b|\bneeds no waiting\b/i,
      never: /\b(?:waits?|stays?)\b(?!.*\b30 minutes for free).*\b\d+ minutes\b/i,
    },
    'when a surcharge is due': {
      about:
        /\bsurcharges?\b|\bdifference\b|\b(?:more|extra|fewer|all|further) (?:\S+ )?bags?\b|\bfewer\b|\b(?:is|are) charged\b|\bextra\b|\bcounted\b|\bcount\b(?! of)/i,
      never:
        /\b(?:surcharge|difference|more|extra|further|charged)\b.*\b(?:at|on|upon|before|after|until) (?:the )?(?:delivery|hand-?over|collection|collecting|arrival|you collect)\b/i,
    },
    'what comes back on canceling': {
      about: /\bcancel|\bget back\b|\bback (?:everything|what)\b|\brefund/i,
      never: /\b(?:cancel\w*|refund\w*)\b.*\b(?:fee|keep (?:half|part|some)|half|not be|non-?refundable)\b/i,
    },
    'what comes back on a refusal': {
      about: /\b(?:our|this) decision\b|\b(?:can’t|couldn’t) take\b|\brefuse|\breview(?:ed)?\b(?! again)/i,
      never: /\brefus\w*\b.*\b(?:isn’t|aren’t|not|no) (?:paid|refund)/i,
    },
    'what comes back for coming late': {
      about: /\blate\b|\blater than (?:promised|planned)\b/i,
      never: /\b(?:if|after) \S+ minutes\b|\blate\b.*\b(?:half|nothing)\b/i,
    },
  },
  'zh-CN': {
    'who collects with what': {
      about: /领取(?!人|地)|取件码|持码|出示|凭|护照|身份证|签字|领取.*姓名|姓名.*领取|核对姓名/,
      never: /护照|身份证|核对姓名|取件码|签字|请?勿[^，]*出示/,
    },
    'who waits for whom': {
      about: /等候|等您|等你|会等|要等|等配送|继续等待|停留|无人|没有人|配送员[^，]*分钟/,
      never: /(?:等|停留)[^，]*(?<!免费等候 )\b\d+ 分钟(?!.*免费等候)/,
    },
    'when a surcharge is due': {
      about: /差价|补[齐足款交]|多出|多于|少于|件数|清点|加收|(?:送达|领取|签收)[前时]付款/,
      never:
        /(?:差价|补[齐足款交]|多出|多于|加收|付款).*(?:送达|领取|签收)(?:前|时|后)|(?:送达|领取|签收)(?:前|时|后).*付款/,
    },
    'what comes back on canceling': {
      about: /取消|退还|退回|退款/,
      never: /取件前 \d+ 小时(?!以)|手续费|不予?退|不退|扣除|部分退还/,
    },
    'what comes back on a refusal': {
      about: /审核|不能寄送|拒收/,
      never: /(?:审核|寄送|拒收).*(?:不予?退|不退)/,
    },
    'what comes back for coming late': {
      about: /晚到|晚于|延误/,
      never: /(?:晚到|晚于约定时间) ?[\d{]|(?:晚到|晚于|延误).*(?:不予?退|不退|一半)/,
    },
  },
}

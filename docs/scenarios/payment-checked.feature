# language: zh-CN
功能: 支付结果还没有确认

  付款后返回，银行还没有答复：旅客不会被要求再付一次。

  场景: 银行处理中时不能再次支付
    假如 `payment` 从 "back from the provider" 开始
    那么 页面是 “支付”
    并且 状态是 `confirming.checking`
    当 `status.answered (processing)`
    那么 状态是 `confirming.checking`
    并且 不可以 `payment.open`
    当 `status.answered (paid)`
    那么 状态是 `paid`

# language: zh-CN
功能: 没有内容的反馈

  场景: 没写内容时不会发送
    假如 `feedback` 从 "an empty form" 开始
    那么 页面是 “意见反馈”
    当 `feedback.send`
    那么 状态是 `editing.showingErrors`
    并且 不可以 `submission.accepted`

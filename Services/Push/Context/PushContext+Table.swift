import MessageBus
import Models
import ServiceRuntime

extension PushContext {
    func serve(in handlers: inout HandlerTable) {
        handlers.on(registerPushToken)
        handlers.on(listPushTokens)
        handlers.on(findPushDevices)
        handlers.on(mutePushToken)
        handlers.on(removePushTokens)
        handlers.on(explainRecipient)
        handlers.onPool(FindAnnouncements.self, findAnnouncements)
        handlers.onPool(PreviewNotification.self, previewNotification)
        handlers.on(createBroadcastChannel)
        handlers.on(deleteBroadcastChannel)
        handlers.on(listBroadcastChannels)
        handlers.on(sendBroadcast)
        handlers.on(sendTestPush)
        handlers.onPool(ListInbox.self, listInbox)
        handlers.on(countUnread)
        handlers.on(markRead)
        handlers.on(listInquiries)
        handlers.onPool(CountPushLanguages.self, countPushLanguages)
        handlers.onPool(OpenAnnouncement.self, openAnnouncement)
        // A dry run examines all users, and an audience may contain them.
        handlers.onPool(SendNotification.self, sendNotification)
        handlers.on(getNotification)
        handlers.onPool(SummarizeResults.self, summarizeResults)
        handlers.onPool(ListResults.self, listResults)
        handlers.onPool(ListNotifications.self, listNotifications)
        handlers.on(changeNotification)
        handlers.on(cancelNotification)
        handlers.on(setSeries)
        handlers.on(getSeries)
        handlers.onPool(ListSeries.self, listSeries)
        handlers.on(endSeries)
        handlers.on(setWebhook)
        handlers.on(getWebhook)
        handlers.on(removeWebhook)
        handlers.on(retryWebhook)
        handlers.on(recordInteractions)
        handlers.on(setDeviceTags)
        handlers.on(tellOfSignIn)
    }
}

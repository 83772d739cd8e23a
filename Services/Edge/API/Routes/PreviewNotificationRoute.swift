import BaliseAPI
import BaliseJSON
import Models

func previewNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: PreviewNotificationRequest.self)
    let reply = try await call.send(
        PreviewNotification(content: try NotificationContent(body.content), mayInterrupt: publisher.mayInterrupt))
    return .enveloped(NotificationPreviewPage(previews: reply.renderings.map(PreviewedNotification.init)))
}

extension PreviewedNotification {
    fileprivate init(_ rendering: PreviewNotification.Rendering) {
        self.init(
            reaches: PreviewedDevice(rawValue: rendering.device.rawValue), language: rendering.language,
            headers: rendering.headers.map { PreviewedHeader(name: $0.name, value: $0.value) },
            payload: rendering.payload, bytes: rendering.size, maximumBytes: rendering.maximumSize)
    }
}

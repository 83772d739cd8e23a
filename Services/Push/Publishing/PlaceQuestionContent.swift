import BaliseJSON
import Models

enum PlaceQuestionContent {
    static let kind = "place question"
    /// The seconds after which the push service drops the question. A place that arrives later answers no question.
    static let life: Int64 = 300

    /// Makes two silent pushes with the same data: one of the type for location extensions, one for the background.
    static func contents(about device: DeviceID) -> [NotificationContent] {
        var data = JSONObject()
        data.set("type", "place-question")
        data.set("device", device.text)
        return [NotificationPushType.location, .background].map { type in
            NotificationContent(pushType: type, data: JSONDetails(data), timeToLive: life)
        }
    }
}

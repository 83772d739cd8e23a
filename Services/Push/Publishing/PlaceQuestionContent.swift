import BaliseJSON
import Models

enum PlaceQuestionContent {
    /// Configured kinds cannot have this name, because their names contain no spaces.
    static let kind = "place question"
    /// In seconds. A place that comes later answers no question.
    static let life: Int64 = 300

    /// Both have the same data; neither shows anything.
    static func contents(about device: DeviceID) -> [NotificationContent] {
        var data = JSONObject()
        data.set("type", "place-question")
        data.set("device", device.text)
        return [NotificationPushType.location, .background].map { type in
            NotificationContent(pushType: type, data: JSONDetails(data), timeToLive: life)
        }
    }
}

public import BaliseAPI
public import Foundation

extension BaliseInteraction {
    /// Creates an interaction from a push; nil if the push is no notification of Balise.
    /// - Parameter action: ``opened``, ``dismissed``, or the id of one of the notification's actions.
    /// - Parameter payload: The `userInfo` that the system gives the app; on Android the message's data.
    /// - Parameter moment: The time of the action; nil for now.
    public init?(_ action: String, of payload: [AnyHashable: Any], at moment: Date? = nil) {
        guard let id = payload["notificationId"] as? String, !id.isEmpty else { return nil }
        var link: String?
        if action == BaliseInteraction.opened { link = payload["link"] as? String }
        // In a Firebase message every value is a string.
        var actions = payload["actions"] as? [[String: Any]]
        if let text = payload["actions"] as? String {
            actions = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [[String: Any]]
        }
        if let own = actions?.first(where: { $0["id"] as? String == action }) { link = own["link"] as? String }
        self.init(notificationId: id, action: action, at: moment, link: link)
    }
}

import BaliseJSON
import Models

extension NotificationRules {
    static func checkPushType(of content: NotificationContent) throws(ServiceError) {
        if content.pushType != .liveactivity, content.liveActivity != nil {
            throw invalid("liveActivity needs the pushType liveactivity", at: "liveActivity")
        }
        if !content.pushType.isForFCM, content.fcm != nil || content.android != nil {
            throw invalid(
                "fcm and android have no effect with the pushType \(content.pushType.rawValue); leave them out",
                at: content.fcm == nil ? "android" : "fcm")
        }
        switch content.pushType {
        case .alert: try checkAlert(content)
        case .liveactivity: try checkActivity(content)
        case .background, .location, .voip, .complication, .fileprovider, .mdm: try checkUnseen(content)
        }
    }

    private static func checkAlert(_ content: NotificationContent) throws(ServiceError) {
        if !content.texts.isEmpty { return }
        if case .fixed = content.badge { return }
        throw invalid("an alert needs texts, or a badge with a number", at: "texts")
    }

    private static func checkUnseen(_ content: NotificationContent) throws(ServiceError) {
        let type = content.pushType
        let seen: [(String, Bool)] = [
            ("texts", !content.texts.isEmpty), ("sound", content.sound != nil), ("badge", content.badge != .unread),
            ("imageUrl", content.imageURL != nil), ("category", content.category != nil),
            ("actions", !content.actions.isEmpty), ("thread", content.thread != nil),
            ("interruptionLevel", content.interruptionLevel != nil), ("relevance", content.relevance != nil),
            ("android", content.android != nil), ("wakesApp", content.wakesApp),
        ]
        if let (name, _) = seen.first(where: \.1) {
            throw invalid("a push of the type \(type.rawValue) shows nothing; leave out \(name)", at: name)
        }
        guard type.isOfAppAlone else { return }
        if content.link != nil {
            throw invalid("a push of the type \(type.rawValue) opens nothing; leave out link", at: "link")
        }
        guard let data = try object(content.data, "data") else {
            throw invalid("a push of the type \(type.rawValue) needs data", at: "data")
        }
        guard type == .mdm else { return }
        // The payload of this type contains only the PushMagic of the device (MDM Protocol Reference).
        guard data.allMembers.map(\.name) == ["mdm"], data.member("mdm")?.string?.isEmpty == false,
            content.apns == nil
        else { throw invalid("the data of mdm is {\"mdm\": \"…\"} with the PushMagic of the device", at: "data") }
    }

    private static func checkActivity(_ content: NotificationContent) throws(ServiceError) {
        guard let activity = content.liveActivity else {
            throw invalid("the pushType liveactivity needs liveActivity", at: "liveActivity")
        }
        let misplaced: [(String, Bool)] = [
            ("badge", content.badge != .unread), ("imageUrl", content.imageURL != nil),
            ("category", content.category != nil), ("actions", !content.actions.isEmpty),
            ("thread", content.thread != nil), ("interruptionLevel", content.interruptionLevel != nil),
            ("link", content.link != nil), ("data", content.data != nil), ("wakesApp", content.wakesApp),
            ("subtitle", content.texts.contains { $0.subtitle != nil }),
            ("sound", content.sound != nil && content.texts.isEmpty),
        ]
        if let (name, _) = misplaced.first(where: \.1) {
            throw invalid(
                "a Live Activity has no place for \(name); leave it out", at: name == "subtitle" ? "texts" : name)
        }
        try checkText(activity.activity, "liveActivity.activity", 1...128)
        guard try object(activity.state, "liveActivity.state") != nil else { return }
        if activity.dismissalAt != nil, activity.event != .end {
            throw invalid("liveActivity.dismissalAt belongs to an end; leave it out", at: "liveActivity.dismissalAt")
        }
        guard activity.event == .start else {
            guard activity.attributes == nil, activity.attributesType == nil else {
                throw invalid(
                    "liveActivity.attributes belong to a start; leave them out", at: "liveActivity.attributes")
            }
            return
        }
        try checkText(activity.attributesType, "liveActivity.attributesType", 1...128)
        guard activity.attributesType != nil,
            try object(activity.attributes, "liveActivity.attributes") != nil
        else {
            throw invalid(
                "the start of a Live Activity needs attributesType and attributes",
                at: activity.attributesType == nil ? "liveActivity.attributesType" : "liveActivity.attributes")
        }
        guard content.texts.allSatisfy({ $0.title != nil && $0.body != nil }), !content.texts.isEmpty else {
            throw invalid("the start of a Live Activity needs texts with a title and a body", at: "texts")
        }
    }
}

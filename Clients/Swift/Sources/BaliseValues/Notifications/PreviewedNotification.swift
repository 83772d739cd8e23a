public import BaliseJSON

/// The pushes that a notification would send: the answer of POST notifications/preview in an envelope.
public struct NotificationPreviewPage: JSONConvertible, Hashable {
    /// The pushes, one for each language and kind of device, in the order of the languages.
    public var previews: [PreviewedNotification]

    enum CodingKeys: Int, CodingKey { case previews = 0 }

    public init(previews: [PreviewedNotification]) { self.previews = previews }
}

/// The push for one kind of device in one language.
public struct PreviewedNotification: JSONConvertible, Hashable {
    /// The kind of push device.
    public var reaches: PreviewedDevice
    /// The language of the texts; nil for a notification without texts.
    public var language: String?
    /// The APNs headers, also if FCM delivers the push; empty for Android.
    public var headers: [PreviewedHeader]
    /// The exact bytes as text: the APNs payload, or the body of the FCM request without the token.
    public var payload: String
    /// The number of bytes that count against the limit.
    public var bytes: Int
    /// The largest allowed number of `bytes`.
    public var maximumBytes: Int

    enum CodingKeys: Int, CodingKey { case reaches = 0, language, headers, payload, bytes, maximumBytes }

    public init(
        reaches: PreviewedDevice, language: String? = nil, headers: [PreviewedHeader], payload: String, bytes: Int,
        maximumBytes: Int
    ) {
        (self.reaches, self.language, self.headers) = (reaches, language, headers)
        (self.payload, self.bytes, self.maximumBytes) = (payload, bytes, maximumBytes)
    }
}

/// A header of a request to APNs.
public struct PreviewedHeader: JSONConvertible, Hashable {
    /// The header's name, for example `apns-priority`.
    public var name: String
    /// The header's value.
    public var value: String

    enum CodingKeys: Int, CodingKey { case name = 0, value }

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
}

/// A kind of push device, by how its pushes are delivered.
public struct PreviewedDevice: OpenWord {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An Apple device that APNs reaches.
    public static let apns = PreviewedDevice(rawValue: "apns")
    /// An Apple device that is reached through FCM.
    public static let apnsThroughFCM = PreviewedDevice(rawValue: "apnsThroughFcm")
    /// An Android device.
    public static let android = PreviewedDevice(rawValue: "android")
    public static let allCases: [PreviewedDevice] = [.apns, .apnsThroughFCM, .android]
}

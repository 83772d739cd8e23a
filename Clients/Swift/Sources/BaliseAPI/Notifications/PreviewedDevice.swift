/// A kind of push device, by the route of its pushes.
public struct PreviewedDevice: OpenWord {
    /// The word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// An Apple device that APNs reaches.
    public static let apns = PreviewedDevice(rawValue: "apns")
    /// An Apple device that is reached through FCM.
    public static let apnsThroughFCM = PreviewedDevice(rawValue: "apnsThroughFcm")
    /// An Android device.
    public static let android = PreviewedDevice(rawValue: "android")
    /// The words that are known here.
    public static let allCases: [PreviewedDevice] = [.apns, .apnsThroughFCM, .android]
}

// What a newcomer can try as soon as a program is ready.

import Foundation

/// Calls to try, each a line for a shell.
public enum ExampleCalls {
    /// Three calls that show location sharing: a device says where it is, a friend asks, a map reads it.
    ///
    /// - Parameter address: Where the edge is reached, for example `http://127.0.0.1:8080`.
    public static func locationSharing(at address: String) -> [String] {
        let now = Int(Date().timeIntervalSince1970)
        let update =
            #"{"MiataruConfig":{"EnableLocationHistory":"False","LocationDataRetentionTime":"60"},"#
            + #""MiataruLocation":[{"Device":"my-phone","Timestamp":"\#(now)","#
            + #""Longitude":"-4.4861","Latitude":"48.3904","HorizontalAccuracy":"12"}]}"#
        let question =
            #"{"MiataruConfig":{"RequestMiataruDeviceID":"a-friend"},"MiataruGetLocation":[{"Device":"my-phone"}]}"#
        let json = "-H 'Content-Type: application/json'"
        return [
            "curl \(address)/v1/UpdateLocation \(json) -d '\(update)'",
            "curl \(address)/v1/GetLocation \(json) -d '\(question)'",
            "curl \(address)/v1/GetLocationGeoJSON/my-phone",
        ]
    }
}

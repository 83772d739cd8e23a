// What a newcomer can try as soon as a program with an edge is ready.

import Foundation
import Models
public import ServiceRuntime
import ServiceSettings

extension ExampleCalls {
    /// What can be tried with a program that is reached at `listening`.
    ///
    /// Pushes are among it only where something on this machine stands in for APNs: Apple knows no made-up push device.
    public static func all(_ listening: ListeningAddresses, _ settings: Settings) -> [ExampleCalls] {
        guard let http = listening.address(.http) else { return [] }
        var all = [locationSharing(at: http, now: Int(Date().timeIntervalSince1970))]
        if let operations = listening.address(.operations), settings.push.apns.isStoodIn {
            let token = OperatorToken.file(in: settings.dataDirectory).path
            all.append(push(at: http, operations: operations, token: token))
        }
        return all
    }

    /// Shows what is refused, and says so to the shell.
    private static let curl = "curl -sS --fail-with-body"
    private static let json = "-H 'Content-Type: application/json'"

    /// Three calls that show location sharing: a device says where it is, a friend asks, a map reads it.
    ///
    /// - Parameters:
    ///   - address: Where the edge is reached, for example `http://127.0.0.1:8080`.
    ///   - now: When the device was where it says, in seconds.
    static func locationSharing(at address: String, now: Int) -> ExampleCalls {
        let update =
            #"{"MiataruConfig":{"EnableLocationHistory":"False","LocationDataRetentionTime":"60"},"#
            + #""MiataruLocation":[{"Device":"my-phone","Timestamp":"\#(now)","#
            + #""Longitude":"-4.4861","Latitude":"48.3904","HorizontalAccuracy":"12"}]}"#
        let question =
            #"{"MiataruConfig":{"RequestMiataruDeviceID":"a-friend"},"MiataruGetLocation":[{"Device":"my-phone"}]}"#
        return ExampleCalls(
            title: "Try a device's place: report it, read it as a friend, show it on a map.",
            lines: [
                "\(curl) \(address)/v1/UpdateLocation \(json) -d '\(update)'",
                "\(curl) \(address)/v1/GetLocation \(json) -d '\(question)'",
                "\(curl) \(address)/v1/GetLocationGeoJSON/my-phone",
            ])
    }

    /// From nothing to a push: an account, its push device and its place, a publisher's key, an announcement nearby.
    ///
    /// - Parameters:
    ///   - address: Where the edge is reached.
    ///   - operations: Where the operator reaches it, on this machine.
    ///   - token: The file with the operator's token.
    static func push(at address: String, operations: String, token: String) -> ExampleCalls {
        let api = "\(address)/api/v1"
        let bearer = #"-H "Authorization: Bearer $token""#
        // The time makes it another account each time.
        let account =
            #"{"email":"ada-'$(date +%s)'@example.org","password":"correct horse","#
            + #""firstName":"Ada","lastName":"Lovelace"}"#
        let pushDevice = String(repeating: "ab12cd34", count: 8)
        let offer =
            #"{"type":"OFFER","id":123,"category":"FOOD_PLAISIRS","latitude":48.86,"longitude":2.35,"#
            + #""title":"Bread","body":"Half the price until noon"}"#
        return ExampleCalls(
            title: "Try a push: an account, its device and its place, a publisher's key, an offer nearby.",
            lines: [
                keeping("token", from: "\(curl) \(api)/auth/register \(json) -d '\(account)'", member: "token"),
                "\(curl) \(api)/push/register \(bearer) \(json) -d '{\"token\":\"\(pushDevice)\"}'",
                "\(curl) -X PUT \(api)/users/me/position \(bearer) \(json) "
                    + #"-d '{"latitude":48.8566,"longitude":2.3522}'"#,
                keeping(
                    "key",
                    from: #"\#(curl) \#(operations)/api-keys -H "Authorization: Bearer $(cat \#(quoted(token)))" "#
                        + #"\#(json) -d '{"name":"example","scopes":["publish"]}'"#, member: "secret"),
                #"\#(curl) \#(api)/announcements -H "X-API-Key: $key" \#(json) -d '\#(offer)'"#,
            ])
    }

    /// Keeps a member of the answer in a variable of the shell, which shows the answer and stops where there is none.
    private static func keeping(_ variable: String, from call: String, member: String) -> String {
        #"answer=$(\#(call)); "#
            + #"\#(variable)=$(printf %s "$answer" | sed -n 's/.*"\#(member)":"\([^"]*\)".*/\1/p'); "#
            + #": "${\#(variable):?there is none: $answer}""#
    }

    /// A path as a shell takes it for one word.
    private static func quoted(_ path: String) -> String {
        path.isASCIIAlphanumeric(or: "/._-") ? path : "'" + path.replacing("'", with: #"'\''"#) + "'"
    }
}

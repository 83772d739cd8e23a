// `preferences`: what people want to hear of, in a process of its own.

import Preferences
import ServiceRuntime

@main
enum Program {
    static func main() async {
        await ServiceProgram.run([PreferencesService.self], name: "preferences")
    }
}
